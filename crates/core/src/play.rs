use std::any::Any;

use crate::{
    Choice, DynPlay, Effect, Event, FormatError, GameInfo, Gesture, History, Mark, MoveError, Options, Outcome, Player,
    PlayoutTotals, Playouts, Record, Registered, Rng, Scene, Turn, divide, options::SWAP, perft, solver::Solution,
};

/// Where a game stands with the swap rule: in answer to the first move from the usual start, the
/// other player may exchange sides instead of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap {
    /// Nobody has swapped, and nobody can any more.
    Off,
    /// The next move may be answered by a swap.
    Next,
    /// The player to move may swap.
    Now,
    /// The players have exchanged sides.
    Done,
}

/// A game in progress between two players, as the run time sees it: a
/// [`History`], which knows only sides, and who plays which side.
///
/// A swap is a ply of the game but not of its history: the position stays as it is.
#[derive(Clone, Debug)]
pub struct Play<G: Registered> {
    history: History<G>,
    /// Whether the options allow a swap and the game began from the usual start.
    allowed: bool,
    swapped: bool,
}

/// The name of the button that swaps.
const BUTTON: &str = "Swap sides";

/// The plies before a swap.
const BEFORE_SWAP: usize = 1;

impl<G: Registered> Play<G> {
    /// The game that a history has come to, nobody having swapped.
    pub fn new(history: History<G>) -> Self {
        let game = history.game();
        let allowed = game.options().text(SWAP) == "true" && *history.start() == game.start();
        Play { history, allowed, swapped: false }
    }

    /// The player of a side, and the side of a player.
    fn exchanged(&self, player: Player) -> Player {
        if self.swapped { !player } else { player }
    }

    /// An outcome of sides as one of players.
    fn of_players(&self, outcome: Outcome) -> Outcome {
        Outcome { winner: outcome.winner.map(|side| self.exchanged(side)), ..outcome }
    }

    fn side_to_move(&self) -> Turn {
        self.history.game().turn(self.history.position())
    }

    fn may_swap(&self) -> bool {
        self.swap() == Swap::Now
    }

    fn text(&self, mv: G::Move) -> String {
        self.history.game().move_text(self.history.position(), mv)
    }

    /// Why the text of a swap is not a legal move here.
    fn why_no_swap(&self) -> MoveError {
        if let Some(outcome) = self.history.outcome() {
            return MoveError::Over { text: SWAP.to_string(), reason: outcome.reason };
        }
        let why = if self.history.game().options().text(SWAP) == "true" {
            "only the first move from the usual start can be answered by a swap"
        } else {
            "this game is played without the swap rule"
        };
        MoveError::Illegal { text: SWAP.to_string(), why: why.to_string() }
    }

    /// Whether a text asks for a swap that can be made, or why it cannot.
    fn is_swap(&self, mv: &str) -> Result<bool, MoveError> {
        match mv == SWAP {
            true if !self.may_swap() => Err(self.why_no_swap()),
            is_swap => Ok(is_swap),
        }
    }

    fn swap_event(&self) -> Event {
        let [one, two] = Player::BOTH.map(|player| G::INFO.player(self.exchanged(player)));
        let text = format!("The players swap sides: player 1 is now {one}, player 2 is {two}");
        Event { rule: SWAP, text, cells: Vec::new(), effect: Effect::Note }
    }
}

impl<G: Registered> DynPlay for Play<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn options(&self) -> &Options {
        self.history.game().options()
    }

    fn turn(&self) -> Turn {
        match self.side_to_move() {
            Turn::Player(side) => Turn::Player(self.exchanged(side)),
            Turn::Chance => Turn::Chance,
        }
    }

    fn swap(&self) -> Swap {
        match self.history.line().len() {
            _ if self.swapped => Swap::Done,
            _ if !self.allowed || self.history.outcome().is_some() => Swap::Off,
            0 => Swap::Next,
            BEFORE_SWAP => {
                let began = self.history.game().turn(self.history.start());
                let turned = self.side_to_move().player().is_some_and(|side| Turn::Player(!side) == began);
                if turned { Swap::Now } else { Swap::Off }
            }
            _ => Swap::Off,
        }
    }

    fn swap_action(&self) -> Option<u32> {
        let number = || match self.history.game().encoding() {
            Some(encoding) => encoding.actions(),
            None => self.history.moves().len() as u32,
        };
        self.may_swap().then(number)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.outcome().map(|outcome| self.of_players(outcome))
    }

    fn outcome_text(&self) -> Option<String> {
        self.history.outcome_text()
    }

    fn outcome_detail(&self) -> Option<String> {
        let outcome = self.history.outcome()?;
        self.history.game().outcome_detail(self.history.position(), outcome)
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.history.moves().into_iter().map(|mv| self.text(mv));
        moves.chain(self.may_swap().then(|| SWAP.to_string())).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        let (game, position) = (self.history.game(), self.history.position());
        let moves = self.history.moves().into_iter();
        let moves = moves.map(|mv| Choice { mv: self.text(mv), gesture: game.gesture(position, mv) });
        let button =
            || Choice { mv: SWAP.to_string(), gesture: Gesture { cells: Vec::new(), choice: Some(BUTTON.into()) } };
        moves.chain(self.may_swap().then(button)).collect()
    }

    fn probability(&self, mv: &str) -> Result<f64, MoveError> {
        Ok(self.history.game().probability(self.history.position(), self.history.find_move(mv)?))
    }

    fn play(&mut self, mv: &str) -> Result<(), MoveError> {
        if self.is_swap(mv)? {
            self.swapped = true;
        } else {
            let mv = self.history.find_move(mv)?;
            self.history.play(mv);
        }
        Ok(())
    }

    fn actions(&self) -> Vec<u32> {
        let moves = self.history.moves().into_iter();
        let mut actions: Vec<u32> = match self.history.game().encoding() {
            Some(encoding) => moves.map(|mv| encoding.action(mv)).collect(),
            None => (0..moves.len() as u32).collect(),
        };
        actions.extend(self.swap_action());
        actions
    }

    fn action_of(&self, mv: &str) -> Result<u32, MoveError> {
        let number = if self.is_swap(mv)? {
            self.swap_action()
        } else {
            let found = self.history.find_move(mv)?;
            self.history.action_of(found)
        };
        number.ok_or_else(|| MoveError::unreadable(mv, G::INFO.move_help))
    }

    fn action_text(&self, action: u32) -> Result<String, MoveError> {
        if self.swap_action() == Some(action) {
            return Ok(SWAP.to_string());
        }
        self.history.find_action(action).map(|mv| self.text(mv))
    }

    fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        if self.swap_action() == Some(action) {
            self.swapped = true;
        } else {
            let mv = self.history.find_action(action)?;
            self.history.play(mv);
        }
        Ok(())
    }

    fn random_action(&self, rng: &mut Rng) -> Option<u32> {
        if self.may_swap() {
            let actions = self.actions();
            return actions.get(rng.below(actions.len() as u32) as usize).copied();
        }
        if self.history.outcome().is_some() {
            return None;
        }
        self.history.action_of(self.history.game().random_move(self.history.position(), rng)?)
    }

    fn last_events(&self) -> Vec<Event> {
        if self.swapped && self.history.line().len() == BEFORE_SWAP {
            return vec![self.swap_event()];
        }
        let mut events = self.history.last_events();
        for event in &mut events {
            if let Effect::End(outcome) = &mut event.effect {
                *outcome = self.of_players(*outcome);
            }
        }
        events
    }

    fn preview(&self, mv: &str) -> Result<Vec<Event>, MoveError> {
        let mut next = self.clone();
        next.play(mv)?;
        Ok(next.last_events())
    }

    fn undo(&mut self) -> Option<String> {
        if self.swapped && self.history.line().len() == BEFORE_SWAP {
            self.swapped = false;
            return Some(SWAP.to_string());
        }
        let mv = self.history.undo()?;
        Some(self.text(mv))
    }

    fn line(&self) -> Vec<String> {
        let (game, history) = (self.history.game(), &self.history);
        let before = (0..).map_while(|plies| history.position_at(plies));
        let mut line: Vec<String> =
            history.line().zip(before).map(|(mv, position)| game.move_text(position, mv)).collect();
        if self.swapped {
            line.insert(BEFORE_SWAP, SWAP.to_string());
        }
        line
    }

    fn plies(&self) -> usize {
        self.history.line().len() + usize::from(self.swapped)
    }

    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        self.random_action(rng).and_then(|action| self.action_text(action).ok())
    }

    fn position_text(&self) -> String {
        self.history.game().position_text(self.history.position())
    }

    fn start_text(&self) -> String {
        self.history.game().position_text(self.history.start())
    }

    fn starts_as_usual(&self) -> bool {
        *self.history.start() == self.history.game().start()
    }

    fn key(&self) -> u64 {
        self.history.game().key(self.history.position())
    }

    fn kind(&self) -> u64 {
        self.history.game().kind(self.history.position())
    }

    fn scene(&self) -> Scene {
        self.history.game().scene(self.history.position())
    }

    fn marks(&self) -> Vec<Mark> {
        if self.history.outcome().is_some() {
            return Vec::new();
        }
        self.history.game().marks(self.history.position())
    }

    fn solution(&self) -> Option<Solution> {
        if self.history.outcome().is_some() {
            return None;
        }
        self.history.game().solver().map(|solver| solver.solve(self.history.position()))
    }

    fn perft(&self, depth: u32) -> u64 {
        match self.swap() {
            Swap::Off | Swap::Done => perft(&self.history, depth),
            Swap::Next if depth < 2 => perft(&self.history, depth),
            Swap::Now if depth == 0 => 1,
            Swap::Next | Swap::Now => self.divide(depth).iter().map(|(_, lines)| lines).sum(),
        }
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        match self.swap() {
            Swap::Off | Swap::Done => {
                divide(&self.history, depth).into_iter().map(|(mv, lines)| (self.text(mv), lines)).collect()
            }
            Swap::Next | Swap::Now => {
                let mut next = self.clone();
                let mut lines = |mv: String| {
                    next.play(&mv).ok()?;
                    let lines = next.perft(depth - 1);
                    next.undo();
                    Some((mv, lines))
                };
                self.moves().into_iter().filter_map(&mut lines).collect()
            }
        }
    }

    fn playouts(&self, games: u64, seed: u64, progress: &mut dyn FnMut(PlayoutTotals) -> bool) -> PlayoutTotals {
        /// So few that even the slowest game reports several times a second.
        const BATCH: u64 = 1000;
        let of_players = |totals: PlayoutTotals| {
            if self.swapped { PlayoutTotals { p1wins: totals.p2wins, p2wins: totals.p1wins, ..totals } } else { totals }
        };
        let mut playouts = Playouts::new(self.history.game(), *self.history.position(), seed);
        while playouts.totals.games < games {
            playouts.run(BATCH.min(games - playouts.totals.games));
            if !progress(of_players(playouts.totals)) {
                break;
            }
        }
        of_players(playouts.totals)
    }

    fn export(&self, format: &str, record: &Record) -> Result<String, FormatError> {
        let formats = self.history.game().formats().ok_or_else(|| FormatError::unknown(format, G::INFO))?;
        if self.swapped {
            return Err(FormatError::Unfit("the players have swapped sides".to_string()));
        }
        formats.export(format, record, self.history.position())
    }

    fn boxed_clone(&self) -> Box<dyn DynPlay> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.history
    }
}
