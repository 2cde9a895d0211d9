//! Which enemies the next move could capture, for judging a position at a leaf.
//!
//! Trying each move and looking along eight lines would cost several times as much as the rest of
//! a search. Few pairs of numbers ever fit, though: so tables made with the game list, for each
//! number, the enemies that it could take and the distances at which it does, and only those that
//! are on the board are looked at.

use agon_core::Player;

use super::Rithmomachia;
use super::capture::Captures;
use super::cause::is_square;
use super::piece::Piece;
use super::position::RithmomachiaPosition;
use super::reach::Reach;
use super::ruleset::{Capture, Equality, Lines, Siege, Stance};
use super::squares::{
    Directions, SQUARES, Squares, contains, direction_to, each_direction, first_seen, nearest, neighbours, one,
    opposite, ray, shift, squares_of, steps_between,
};

/// The most numbers that two armies have between them: as many as a mask has bits.
const MOST_NUMBERS: usize = 64;

/// One more than the greatest number that is looked for. Pieces set up by hand may have others,
/// which are left out.
const VALUES: usize = 400;

/// A value that is none of the armies' numbers.
const UNKNOWN: u8 = MOST_NUMBERS as u8;

/// The most contacts that are looked at: eight for each piece of an army. Boards set up by hand
/// may have more.
const MOST_CONTACTS: usize = 24 * 8;

/// Tables of the numbers of a game, each by its place among them.
#[derive(Debug, Default)]
pub(super) struct Threats {
    places: Vec<u8>,
    count: usize,
    /// For each number, those that it assaults, as a mask.
    assaulted: Vec<u64>,
    /// For each number and each that it assaults, how many steps away that stands.
    assault_steps: Vec<u8>,
    /// For each victim's number and helper's number, the numbers that complete an ambush, as a mask.
    ambushes: Vec<u64>,
    /// For each set of shapes and each square, the squares from which it could be landed on.
    landings: Vec<[Squares; SQUARES]>,
    /// For each number of steps and each square, the squares so far away on a line of an assault.
    rings: Vec<[Squares; SQUARES]>,
    /// Whether an assault runs only along the captor's own directions.
    own_lines: bool,
    stance: Option<Stance>,
    siege: bool,
    /// The numbers that meet their equals, as a mask.
    meeting: u64,
}

/// Two pieces of different sides with nothing between them on a line.
#[derive(Clone, Copy, Debug, Default)]
struct Contact {
    odd: u8,
    even: u8,
    /// The direction from Odd's to Even's piece.
    direction: u8,
}

/// Who sees whom on a board, for both sides.
pub(super) struct Contacts {
    list: [Contact; MOST_CONTACTS],
    count: usize,
}

impl Threats {
    pub(super) fn new(game: &Rithmomachia) -> Self {
        let (captures, ruleset) = (&game.captures, game.ruleset);
        let mut numbers: Vec<u16> = squares_of(game.start.occupied())
            .filter_map(|square| game.start.piece(square).plain_value())
            .chain(ruleset.layers.0.iter().flat_map(|layers| layers.iter().map(|(_, value)| *value)))
            .chain(ruleset.layers.0.iter().map(|layers| layers.iter().map(|(_, value)| *value).sum()))
            .filter(|number| usize::from(*number) < VALUES)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.truncate(MOST_NUMBERS);
        let mut places = vec![UNKNOWN; VALUES];
        for (place, number) in numbers.iter().enumerate() {
            places[usize::from(*number)] = place as u8;
        }
        let pairs = numbers.iter().flat_map(|captor| numbers.iter().map(|victim| (*captor, *victim)));
        let assault_steps: Vec<u8> = pairs.map(|(captor, victim)| assault_steps(captures, captor, victim)).collect();
        let assaulted = assault_steps.chunks(numbers.len().max(1));
        let assaulted = assaulted.map(|row| row.iter().enumerate().filter(|(_, steps)| **steps > 0).fold(0, mark));
        let ambushes = numbers.iter().flat_map(|victim| numbers.iter().map(|helper| (*victim, *helper)));
        let stance = captures.ambush.map(|(stance, ..)| stance);
        let lines = captures.assault.map_or(Directions::ALL, |(lines, _)| match lines {
            Lines::Of(directions) => directions,
            Lines::Own => Directions::ALL,
        });
        Threats {
            places,
            count: numbers.len(),
            assaulted: assaulted.collect(),
            assault_steps,
            ambushes: ambushes.map(|(victim, helper)| completing(captures, victim, helper, &numbers)).collect(),
            landings: (0..8).map(|shapes| around(|direction| captures.reach(shapes, direction))).collect(),
            rings: (0..16).map(|steps| around(|way| if lines.contain(way) { 1 << steps } else { 0 })).collect(),
            own_lines: matches!(captures.assault, Some((Lines::Own, _))),
            stance,
            siege: ruleset
                .captures
                .iter()
                .any(|way| matches!(way, Capture::Siege(Siege::Neighbours { edge: true, .. }))),
            meeting: numbers.iter().enumerate().filter(|(_, number)| meets(captures, **number)).fold(0, mark),
        }
    }

    #[inline]
    fn place(&self, value: u16) -> u8 {
        self.places.get(usize::from(value)).copied().unwrap_or(UNKNOWN)
    }
}

/// How many steps away a number must stand to be assaulted by another; 0 where it never is.
fn assault_steps(captures: &Captures, captor: u16, victim: u16) -> u8 {
    let Some((_, divide)) = captures.assault else { return 0 };
    let (captor, victim) = (i32::from(captor), i32::from(victim));
    let fits = |steps: &u8| {
        let factor = captures.factor(*steps);
        factor > 0 && (captor * factor == victim || divide && victim * factor == captor)
    };
    (1..16).find(fits).unwrap_or(0)
}

/// The numbers that make a victim's with a helper's.
fn completing(captures: &Captures, victim: u16, helper: u16, numbers: &[u16]) -> u64 {
    let Some((_, operations, _)) = captures.ambush else { return 0 };
    let fits = |number: &u16| operations.make(*number, helper, victim);
    numbers.iter().enumerate().filter(|(_, number)| fits(number)).fold(0, mark)
}

fn mark<T>(mask: u64, (place, _): (usize, T)) -> u64 {
    mask | 1 << place
}

/// Whether a number meets its equals.
fn meets(captures: &Captures, number: u16) -> bool {
    captures.meeting.is_some_and(|(equality, _)| equality != Equality::EqualSquares || is_square(number))
}

/// For each square, those that lie so many steps away in each direction: bit `k` for `k` steps.
fn around(steps: impl Fn(usize) -> u16) -> [Squares; SQUARES] {
    std::array::from_fn(|square| {
        let mut set = 0;
        for direction in 0..8 {
            let mut at = one(square as u8);
            for step in 1..16 {
                at = shift(at, opposite(direction), Squares::MAX);
                if steps(direction) >> step & 1 != 0 {
                    set |= at;
                }
            }
        }
        set
    })
}

impl Contacts {
    pub(super) fn of(position: &RithmomachiaPosition) -> Self {
        let mut contacts = Contacts { list: [Contact::default(); MOST_CONTACTS], count: 0 };
        let (odd, even) = (position.sides[Player::One], position.sides[Player::Two]);
        let empty = !(odd | even);
        each_direction!(DIRECTION => {
            for seen in squares_of(first_seen(odd, DIRECTION, empty, even)) {
                if let Some(by) = nearest(seen, opposite(DIRECTION), odd) && contacts.count < MOST_CONTACTS {
                    contacts.list[contacts.count] = Contact { odd: by, even: seen, direction: DIRECTION as u8 };
                    contacts.count += 1;
                }
            }
        });
        contacts
    }

    /// Calls a function with an enemy, a piece of the side's, and the direction from it to the enemy.
    #[inline]
    fn each(&self, side: Player, mut each: impl FnMut(u8, u8, usize)) {
        for contact in &self.list[..self.count] {
            let direction = usize::from(contact.direction);
            match side {
                Player::One => each(contact.even, contact.odd, direction),
                Player::Two => each(contact.odd, contact.even, opposite(direction)),
            }
        }
    }
}

/// A set of squares for each number.
type ByNumber = [Squares; MOST_NUMBERS];

/// Where the enemies stand.
struct Victims {
    squares: ByNumber,
    /// The numbers that they have, as a mask.
    present: u64,
}

impl Rithmomachia {
    /// What a side could do if it were to move. Captures that need a square which the moving piece
    /// leaves, leaps, and totals of pyramids that have lost layers are not seen.
    pub(super) fn prospect(&self, position: &RithmomachiaPosition, side: Player, contacts: &Contacts) -> Reach {
        let (threats, own, enemies) = (&self.threats, position.sides[side], position.sides[!side]);
        let occupied = own | enemies;
        let mut targets = [0; SQUARES];
        let mut moves = 0;
        self.each_arrival(&RithmomachiaPosition { turn: side, ..*position }, |mv| {
            targets[usize::from(mv.from) % SQUARES] |= one(mv.to);
            moves += 1;
        });
        // Where the enemies stand by number, and where own pieces by number could go.
        let mut victims = Victims { squares: [0; MOST_NUMBERS], present: 0 };
        for square in squares_of(enemies) {
            self.each_victim_number(!side, position.piece(square), |place| {
                victims.squares[usize::from(place) % MOST_NUMBERS] |= one(square);
                victims.present |= 1 << place;
            });
        }
        let mut goers: ByNumber = [0; MOST_NUMBERS];
        let mut prey = 0;
        for square in squares_of(own) {
            let to = targets[usize::from(square) % SQUARES];
            if to == 0 {
                continue;
            }
            let piece = position.piece(square);
            let (_, shapes) = piece.traits(&self.stacks[side]);
            let captor = Captor { to, shapes, others: occupied ^ one(square) };
            for value in piece.captor_values(&self.stacks[side]).as_slice() {
                let place = usize::from(threats.place(*value));
                if place < threats.count {
                    goers[place] |= to;
                    prey |= threats.taken_alone(&captor, place, &victims);
                }
            }
        }
        contacts.each(side, |victim, helper, direction| {
            if !contains(prey, victim) && self.is_ambushed(position, [victim, helper], direction, &goers) {
                prey |= one(victim);
            }
        });
        if threats.siege {
            prey |= besieged(own, enemies, &targets);
        }
        Reach { moves, meets: prey }
    }

    /// Whether a piece could come to stand opposite a helper so that the two numbers make the enemy's.
    #[inline]
    fn is_ambushed(
        &self,
        position: &RithmomachiaPosition,
        [victim, helper]: [u8; 2],
        direction: usize,
        goers: &ByNumber,
    ) -> bool {
        let (threats, occupied) = (&self.threats, position.occupied());
        let reach = ray(victim, direction);
        let open = match threats.stance {
            Some(Stance::Between(directions)) if directions.contain(direction) => {
                nearest(victim, direction, occupied).map_or(reach, |end| reach & !ray(end, direction) & !one(end))
            }
            Some(Stance::Flanking) if steps_between(helper, victim, direction) == 1 => {
                shift(one(victim), direction, !occupied)
            }
            _ => return false,
        };
        if open == 0 {
            return false;
        }
        let owner = if contains(position.sides[Player::One], victim) { Player::One } else { Player::Two };
        let helpers = position.piece(helper).captor_values(&self.stacks[!owner]);
        let mut found = false;
        self.each_victim_number(owner, position.piece(victim), |victim| {
            for helper in helpers.as_slice() {
                let helper = usize::from(threats.place(*helper));
                if found || helper >= threats.count {
                    continue;
                }
                let mut completing = threats.ambushes[usize::from(victim) * threats.count + helper];
                while completing != 0 {
                    found |= goers[completing.trailing_zeros() as usize] & open != 0;
                    completing &= completing - 1;
                }
            }
        });
        found
    }

    /// Calls a function for each number by which a piece can be taken, if it is a known one.
    #[inline]
    fn each_victim_number(&self, owner: Player, piece: Piece, mut each: impl FnMut(u8)) {
        self.each_part(owner, piece, |part| {
            let place = self.threats.place(part.value);
            if usize::from(place) < self.threats.count {
                each(place);
            }
        });
    }
}

/// A piece that could move.
struct Captor {
    /// The squares that it could go to.
    to: Squares,
    shapes: u8,
    /// Where all other pieces stand.
    others: Squares,
}

impl Threats {
    /// The enemies that a piece of this number could meet or assault after one of its moves.
    #[inline]
    fn taken_alone(&self, captor: &Captor, place: usize, victims: &Victims) -> Squares {
        let mut taken = 0;
        if self.meeting >> place & 1 != 0 {
            for victim in squares_of(victims.squares[place]) {
                let from = self.landings[usize::from(captor.shapes) % 8][usize::from(victim)] & captor.to;
                if from != 0 && clear(captor.others, from, victim, |_| true) {
                    taken |= one(victim);
                }
            }
        }
        let mut assaulted = self.assaulted[place] & victims.present;
        while assaulted != 0 {
            let number = assaulted.trailing_zeros() as usize;
            assaulted &= assaulted - 1;
            let ring = &self.rings[usize::from(self.assault_steps[place * self.count + number]) % 16];
            for victim in squares_of(victims.squares[number]) {
                let from = ring[usize::from(victim)] & captor.to;
                let lines = |direction| {
                    !self.own_lines
                        || self.landings[usize::from(captor.shapes) % 8][usize::from(victim)]
                            & ray(victim, opposite(direction))
                            != 0
                };
                if from != 0 && clear(captor.others, from, victim, lines) {
                    taken |= one(victim);
                }
            }
        }
        taken
    }
}

/// Whether nothing stands between one of the squares and a victim on the same line.
fn clear(occupied: Squares, from: Squares, victim: u8, line: impl Fn(usize) -> bool) -> bool {
    squares_of(from).any(|square| {
        direction_to(square, victim)
            .is_some_and(|direction| line(direction) && nearest(square, direction, occupied) == Some(victim))
    })
}

/// The enemies who have own pieces or the edge on three of their sides, and on the fourth a square
/// that one of the others can reach.
fn besieged(own: Squares, enemies: Squares, targets: &[Squares; SQUARES]) -> Squares {
    // What stands one step on in each direction, seen from each square; beyond the edge there is a captor.
    let [a, b, c, d] = [0, 1, 4, 5].map(|direction| {
        let back = opposite(direction);
        shift(own, back, Squares::MAX) | !shift(Squares::MAX, back, Squares::MAX)
    });
    let nearly = enemies & (a & b & (c ^ d) | c & d & (a ^ b));
    let reachable = |victim: &u8| {
        let (around, held) = (neighbours(*victim, 0), neighbours(*victim, 0) & own);
        squares_of(own & !held).any(|square| targets[usize::from(square) % SQUARES] & around & !held != 0)
    };
    squares_of(nearly).filter(reachable).fold(0, |set, victim| set | one(victim))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{Game, History, Options, Rng};

    use super::*;

    /// Every threat is real, and few captures by straight moves are overlooked.
    #[test]
    fn threats_are_captures_that_some_move_makes() {
        let options = Options::parse(Rithmomachia::INFO.options, "ruleset=modern victories=").unwrap();
        let game = Arc::new(Rithmomachia::new(options).unwrap());
        let (mut moves, mut seen, mut real) = (Vec::new(), 0, 0);
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut history = History::new(Arc::clone(&game), game.start());
            while history.outcome().is_none() {
                let position = history.position();
                let prospect = game.prospect(position, position.turn, &Contacts::of(position));
                game.moves(position, &mut moves);
                let mut captured = 0;
                for mv in &moves {
                    game.each_capture(position, *mv, |strike| captured |= one(strike.victim));
                }
                assert_eq!(prospect.moves, moves.len() as i32);
                assert_eq!(prospect.meets & !captured, 0, "{position:?}");
                seen += prospect.meets.count_ones();
                real += captured.count_ones();
                history.play(game.random_move(position, &mut rng).unwrap());
            }
        }
        assert!(real > 10_000 && seen * 20 > real * 19, "{seen} of {real}");
    }
}
