use serde::{Deserialize, Serialize};

/// What alpha-beta does beside alpha-beta. Every enhancement has its own
/// switch, so that a laboratory can measure each.
///
/// [`Default`] has on what pays in most games; [`plain`](Self::plain) has all
/// off and gives the value of minimax. There is no null move: a game need not
/// allow to pass, and where one could (Rhythmomachy) it was not worth its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches")]
pub struct AlphaBetaConfig {
    /// Threads that search. With more than one they search the same tree
    /// through the same table, each leaving for later what another is at;
    /// without a table they are of little use.
    pub threads: u32,
    /// Megabytes of the transposition table; 0 for none.
    pub hash: u32,
    /// Search to depth 1, 2, 3…, each iteration ordering the moves of the
    /// next. Without it the depth must be limited, or it is done all the same.
    pub iterative: bool,
    /// How many lines to find, each with another first move. More than one
    /// costs as much again for each.
    pub lines: u32,
    /// Principal variation search: moves after the first are only asked
    /// whether they are better (Marsland and Campbell 1982).
    pub pvs: bool,
    /// Begin an iteration with a window this wide to either side of the last
    /// score; 0 for an open one.
    pub aspiration: i32,
    /// Cut where the table already knows enough. Without it the table still
    /// orders moves, if [`table_move`](Self::table_move) is on.
    pub table_cuts: bool,
    /// Positions with less depth left than this are neither looked up nor
    /// stored: where judging is cheap, the table's memory is slower than searching.
    pub table_depth: u32,
    /// Try the table's move first.
    pub table_move: bool,
    /// Try moves that refuted a sibling early (Akl and Newborn 1977).
    pub killers: bool,
    /// Order moves by how often they have refuted something anywhere
    /// (Schaeffer 1989).
    pub history: bool,
    /// Try the move that refuted the same last move elsewhere (Uiterwijk 1992).
    pub countermoves: bool,
    /// Order moves by the evaluation's promise.
    pub promise: bool,
    /// Take away moves that the evaluation knows not to matter.
    pub narrow: bool,
    /// Search late moves less deep, and again if they surprise.
    pub reductions: bool,
    /// No reductions in iterations up to this depth: they cost little anyway.
    pub full_iterations: u32,
    /// No reductions in the last iteration when the depth is limited, so that
    /// a depth means what it says: every end of the game that exhaustive
    /// search finds within it is found.
    pub full_last: bool,
    /// Near the end of a line, where the evaluation [says](agon_core::Evaluation::margin)
    /// how much a quiet move changes, give up what it would take too much to
    /// change. Only where late moves are reduced, too.
    pub prune: bool,
    /// A move that is the only one costs no depth. Together with
    /// [`narrow`](Self::narrow), forced sequences are followed to their end.
    pub extend_only_moves: bool,
    /// Beyond the depth, follow forcing moves for at most so many half moves
    /// before judging; 0 for none.
    pub quiescence: u32,
    /// Skip lines that cannot be better than a win already found nearer.
    pub mate_distance: bool,
    /// Take a position that comes again within the searched line for a draw,
    /// without waiting for as many repetitions as the rules ask.
    pub early_repetition: bool,
    /// Hold to a win that was announced earlier in the game: search on until
    /// one is found that is no farther away than that should be by now.
    pub keep_word: bool,
    /// What the best history is worth beside the evaluation's promise.
    pub history_weight: i32,
    /// What a killer or a countermove is worth beside the evaluation's promise.
    pub killer_weight: i32,
}

impl AlphaBetaConfig {
    /// Alpha-beta and nothing else: the value of minimax, and its move.
    pub const fn plain() -> Self {
        AlphaBetaConfig {
            threads: 1,
            hash: 0,
            iterative: false,
            lines: 1,
            pvs: false,
            aspiration: 0,
            table_cuts: false,
            table_depth: 1,
            table_move: false,
            killers: false,
            history: false,
            countermoves: false,
            promise: false,
            narrow: false,
            reductions: false,
            full_iterations: 0,
            full_last: false,
            prune: false,
            extend_only_moves: false,
            quiescence: 0,
            mate_distance: false,
            early_repetition: false,
            keep_word: false,
            history_weight: 0,
            killer_weight: 0,
        }
    }

    /// Whether anything changes the generator's order.
    pub(super) const fn orders(&self) -> bool {
        self.killers || self.history || self.countermoves || self.promise || (self.table_move && self.hash > 0)
    }
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        AlphaBetaConfig {
            threads: 1,
            hash: 64,
            iterative: true,
            lines: 1,
            pvs: true,
            aspiration: 50,
            table_cuts: true,
            table_depth: 1,
            table_move: true,
            killers: true,
            history: true,
            countermoves: true,
            promise: true,
            narrow: true,
            reductions: true,
            full_iterations: 3,
            full_last: true,
            prune: true,
            extend_only_moves: true,
            quiescence: 8,
            mate_distance: true,
            early_repetition: true,
            keep_word: true,
            history_weight: 200,
            killer_weight: 200,
        }
    }
}
