use std::hash::{Hash, Hasher};

use agon_core::{Evaluation, Game, Player, TrackedBy, Turn, keep_forcing};

use super::AlphaBetaConfig;

/// Moves are told apart by so many bits of a hash: two that collide share
/// their history, which costs little.
const SLOT_BITS: u32 = 12;
const SLOTS: usize = 1 << SLOT_BITS;
/// The greatest history.
const MOST: i32 = 1024;
/// After so many moves picked one by one, the rest is sorted.
const PICKED: usize = 8;

/// What earlier searches teach about which moves to try first.
#[derive(Clone, Debug)]
pub(super) struct Memory<M> {
    history: [Box<[i16; SLOTS]>; 2],
    counters: Box<[Option<M>; SLOTS]>,
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> Memory<M> {
    pub fn new() -> Self {
        let history = || Box::new([0; SLOTS]);
        Memory {
            history: [history(), history()],
            counters: Box::new([None; SLOTS]),
            killers: vec![[None; 2]; super::MOST_PLIES as usize + 1],
        }
    }

    /// A new search: history counts for less, killers were for other plies.
    pub fn fade(&mut self) {
        for history in self.history.iter_mut().flat_map(|side| side.iter_mut()) {
            *history /= 2;
        }
        self.killers.fill([None; 2]);
    }

    /// A move has refuted; those tried before it have not.
    pub fn reward(&mut self, by: Node<M>, mv: M, tried: impl Iterator<Item = M>) {
        let killers = &mut self.killers[by.ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(last) = by.last {
            self.counters[slot(last)] = Some(mv);
        }
        let bonus = (by.depth * by.depth).clamp(1, 400);
        let history = &mut self.history[by.mover.index()];
        change(&mut history[slot(mv)], bonus);
        for other in tried {
            change(&mut history[slot(other)], -bonus);
        }
    }
}

/// History drawn towards its bounds the less the nearer it is, so that it
/// never leaves them and old news fades.
fn change(history: &mut i16, bonus: i32) {
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MOST) as i16;
}

/// Where moves are to be ordered.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    pub mover: Player,
    pub ply: u32,
    pub depth: i32,
    /// The move that led here.
    pub last: Option<M>,
}

/// The moves of a node, to be tried best first, and the line that came of it.
/// Kept for each ply, so that nothing is allocated on the way.
#[derive(Clone, Debug)]
pub(super) struct Frame<M> {
    /// The moves, in the generator's order.
    pub moves: Vec<M>,
    /// Rank and place of each move in one number, the larger the earlier.
    order: Vec<i64>,
    /// Which of them, in that order, wait until the others have been tried.
    pub postponed: Postponed,
    /// The principal variation from here on.
    pub pv: Vec<M>,
}

/// The frame of a node, and those of the plies after it.
pub(super) type Frames<'f, M> = (&'f mut Frame<M>, &'f mut [Frame<M>]);

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame { moves: Vec::new(), order: Vec::new(), postponed: Postponed::default(), pv: Vec::new() }
    }
}

/// The order of trying moves when some are put off: first all, then those again.
#[derive(Clone, Debug, Default)]
pub(super) struct Postponed(Vec<usize>);

impl Postponed {
    /// Nothing is put off.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The `n`-th move waits.
    pub fn add(&mut self, n: usize) {
        self.0.push(n);
    }

    /// Whether the `n`-th move had to wait.
    pub fn contains(&self, n: usize) -> bool {
        self.0.contains(&n)
    }

    /// Of `count` moves the one to try at a step, and whether it has waited.
    #[inline]
    pub fn step(&self, step: usize, count: usize) -> Option<(usize, bool)> {
        if step < count { Some((step, false)) } else { self.0.get(step - count).map(|n| (*n, true)) }
    }
}

impl<M: Copy + Eq + Hash> Frame<M> {
    /// Lists the moves of a position, without those known not to matter unless all are wanted.
    #[inline]
    pub fn list<G: Game<Move = M>, E: Evaluation<G>>(
        &mut self,
        (game, evaluation, at): (&G, &E, &TrackedBy<G, E>),
        config: &AlphaBetaConfig,
    ) {
        if config.narrow && game.turn(&at.position) != Turn::Chance {
            evaluation.candidates(game, &at.position, &at.state, &mut self.moves);
        } else {
            game.moves(&at.position, &mut self.moves);
        }
    }

    /// Whether there is one move only, which is then listed.
    #[inline]
    pub fn is_forced<G: Game<Move = M>, E: Evaluation<G>>(
        &mut self,
        (game, evaluation, at): (&G, &E, &TrackedBy<G, E>),
        config: &AlphaBetaConfig,
    ) -> bool {
        if config.narrow {
            return evaluation.is_forced(game, &at.position, &at.state, &mut self.moves);
        }
        game.moves(&at.position, &mut self.moves);
        self.moves.len() == 1
    }

    /// Lists only those that are forcing; or the only move, and gives `true`.
    #[inline]
    pub fn list_forcing<G: Game<Move = M>, E: Evaluation<G>>(
        &mut self,
        (game, evaluation, at): (&G, &E, &TrackedBy<G, E>),
        config: &AlphaBetaConfig,
    ) -> bool {
        if config.narrow {
            return evaluation.forcing(game, &at.position, &at.state, &mut self.moves);
        }
        game.moves(&at.position, &mut self.moves);
        keep_forcing(evaluation, game, (&at.position, &at.state), &mut self.moves)
    }

    /// A move is the best, with the principal variation of the next ply behind it.
    #[inline]
    pub fn extend_pv(&mut self, mv: M, below: &[Frame<M>]) {
        self.pv.clear();
        self.pv.push(mv);
        self.pv.extend_from_slice(below.first().map_or(&[], |next| &next.pv));
    }

    /// Ranks the listed moves; `first` is the place of one to try before all others.
    #[inline]
    pub fn rank<G: Game<Move = M>, E: Evaluation<G>>(
        &mut self,
        (game, evaluation, at): (&G, &E, &TrackedBy<G, E>),
        config: &AlphaBetaConfig,
        memory: &Memory<M>,
        node: Node<M>,
        first: Option<u16>,
    ) {
        self.order.clear();
        let killers = if config.killers { memory.killers[node.ply as usize] } else { [None; 2] };
        let counter = node.last.filter(|_| config.countermoves).and_then(|last| memory.counters[slot(last)]);
        let history = &memory.history[node.mover.index()];
        let key = |(place, mv): (usize, &M)| {
            let mut rank = 0;
            if config.promise {
                rank += i64::from(evaluation.promise(game, &at.position, &at.state, *mv));
            }
            if config.history {
                rank += i64::from(i32::from(history[slot(*mv)]) * config.history_weight / MOST);
            }
            if killers.contains(&Some(*mv)) || counter == Some(*mv) {
                rank += i64::from(config.killer_weight);
            }
            rank << 16 | (0xffff - place as i64)
        };
        self.order.extend(self.moves.iter().enumerate().map(key));
        if let Some(first) = first
            && let Some(key) = self.order.get_mut(usize::from(first))
        {
            *key = i64::from(i32::MAX) << 16 | (*key & 0xffff);
        }
    }

    /// Leaves the moves in the generator's order.
    pub fn keep_order(&mut self) {
        self.order.clear();
        self.order.extend((0..self.moves.len()).map(|place| 0xffff - place as i64));
    }

    /// The `n`-th move to try, and its place in the list. To be asked for in order.
    #[inline]
    pub fn pick(&mut self, n: usize) -> (M, u16) {
        if n <= PICKED {
            self.bring_forward(n);
        }
        self.at(n)
    }

    /// Puts the best of the moves from the `n`-th on in front; from some `n` on, all in order.
    fn bring_forward(&mut self, n: usize) {
        let rest = &mut self.order[n..];
        if n == PICKED {
            rest.sort_unstable_by(|a, b| b.cmp(a));
            return;
        }
        let (mut best, mut most) = (0, i64::MIN);
        for (at, key) in rest.iter().enumerate() {
            (best, most) = if *key > most { (at, *key) } else { (best, most) };
        }
        rest.swap(0, best);
    }

    /// A move that was picked before.
    #[inline]
    pub fn at(&self, n: usize) -> (M, u16) {
        let place = 0xffff - (self.order[n] & 0xffff) as u16;
        (self.moves[usize::from(place)], place)
    }
}

/// A small number for a move, the same on every machine.
#[inline]
fn slot<M: Hash>(mv: M) -> usize {
    let mut mixer = Mixer(0);
    mv.hash(&mut mixer);
    (mixer.0 >> (64 - SLOT_BITS)) as usize
}

/// A hasher that is quick rather than thorough, and blind to the width of `usize`.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_add(1).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(u64::from(*byte));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
    #[inline]
    fn write_i8(&mut self, word: i8) {
        self.add(word as u64);
    }
    #[inline]
    fn write_i16(&mut self, word: i16) {
        self.add(word as u64);
    }
    #[inline]
    fn write_i32(&mut self, word: i32) {
        self.add(word as u64);
    }
    #[inline]
    fn write_i64(&mut self, word: i64) {
        self.add(word as u64);
    }
    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_stays_within_its_bounds() {
        let mut history = 0;
        for _ in 0..1000 {
            change(&mut history, 400);
        }
        assert!(i32::from(history) <= MOST && i32::from(history) > MOST * 9 / 10);
        for _ in 0..1000 {
            change(&mut history, -400);
        }
        assert!(i32::from(history) >= -MOST);
    }

    #[test]
    fn moves_are_picked_best_first_and_ties_in_order() {
        let mut frame: Frame<u8> = Frame { moves: (0..20).collect(), ..Frame::default() };
        frame.keep_order();
        assert!((0..20).all(|n| frame.pick(n) == (n as u8, n as u16)));
        frame.order = (0..20i64).map(|place| (place % 5 - 2) << 16 | (0xffff - place)).collect();
        let picked: Vec<u16> = (0..20).map(|n| frame.pick(n).1).collect();
        assert_eq!(picked, [4, 9, 14, 19, 3, 8, 13, 18, 2, 7, 12, 17, 1, 6, 11, 16, 0, 5, 10, 15]);
    }

    #[test]
    fn slots_are_the_same_everywhere() {
        assert_eq!(slot(7usize), slot(7u64));
        assert_eq!([slot(0u8), slot(1u16), slot((3u8, 4u8))], [1303, 2607, 2510]);
    }
}
