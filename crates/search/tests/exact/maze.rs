//! A game made to be hard to search: a pseudo-random graph in which a player
//! may move twice running, lines meet again or go in circles, and wins, draws
//! and turns of chance lie about anywhere.

use agon_core::{Game, GameInfo, OptionError, Options, Outcome, PerPlayer, Player, Turn, mix};

/// A maze: what it is like follows from its seed.
#[derive(Clone, Debug)]
pub struct Maze {
    pub seed: u64,
    pub rooms: u64,
    /// Whether rooms can be met again on one line; otherwise each ply has its own.
    pub circles: bool,
    pub chance: bool,
    pub ends: u64,
    /// Plies after which it is a draw.
    pub longest: u16,
    pub options: Options,
}

impl Maze {
    pub fn new(seed: u64) -> Self {
        Maze { seed, rooms: 300, circles: false, chance: false, ends: 12, longest: 60, options: Options::defaults(&[]) }
    }

    fn bits(&self, room: Room, salt: u64) -> u64 {
        let level = if self.circles { 0 } else { u64::from(room.plies) };
        mix(mix(self.seed ^ salt << 32) ^ room.number << 8 ^ level << 48)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    number: u64,
    plies: u16,
}

static INFO: GameInfo = GameInfo {
    name: "maze",
    title: "Maze",
    summary: "",
    source: "",
    players: PerPlayer(["One", "Two"]),
    capitals: Player::One,
    move_help: "",
    position_help: "",
    options: &[],
    variants: &[],
    reasons: &[],
    formats: &[],
    rules: "",
};

impl Game for Maze {
    type Position = Room;
    type Move = u8;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: Options) -> Result<Self, OptionError> {
        Ok(Maze::new(0))
    }
    fn options(&self) -> &Options {
        &self.options
    }
    fn start(&self) -> Room {
        let ongoing = |number: &u64| {
            let room = Room { number: *number, plies: 0 };
            self.outcome(&room).is_none() && self.turn(&room) != Turn::Chance
        };
        Room { number: (0..self.rooms).find(ongoing).expect("a room that is not the end"), plies: 0 }
    }
    fn turn(&self, room: &Room) -> Turn {
        match self.bits(*room, 1) % 8 {
            0 | 1 if self.chance => Turn::Chance,
            n if n % 2 == 0 => Turn::Player(Player::One),
            _ => Turn::Player(Player::Two),
        }
    }
    fn moves(&self, room: &Room, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(room).is_none() {
            moves.extend(0..=(self.bits(*room, 2) % 4) as u8);
        }
    }
    fn play(&self, room: &mut Room, mv: u8) {
        room.number = self.bits(*room, 3 + u64::from(mv)) % self.rooms;
        room.plies += 1;
    }
    fn outcome(&self, room: &Room) -> Option<Outcome> {
        match self.bits(*room, 99) % self.ends {
            0 => Some(Outcome::win(Player::One, "room")),
            1 => Some(Outcome::win(Player::Two, "room")),
            2 if self.bits(*room, 98).is_multiple_of(4) => Some(Outcome::draw("room")),
            _ => (room.plies >= self.longest).then(|| Outcome::draw("plies")),
        }
    }
    fn key(&self, room: &Room) -> u64 {
        self.bits(*room, 100)
    }
    fn probability(&self, room: &Room, mv: u8) -> f64 {
        // 1, 2, 3… parts of the whole.
        let count = self.count_moves(room) as f64;
        f64::from(mv + 1) / (count * (count + 1.0) / 2.0)
    }
    fn repetition(&self) -> Option<u32> {
        self.circles.then_some(3)
    }
    fn reversible(&self, room: &Room) -> u32 {
        u32::from(room.plies)
    }
}
