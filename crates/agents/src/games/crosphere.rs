//! The players of Ježek 2024: textbook Monte-Carlo tree search, which differ
//! in what a leaf is worth.

use agon_core::{Player, Tracked};
use agon_games::{Crosphere, CrospherePosition};
use agon_search::{Evaluator, Limits, Mcts, MctsConfig, Playout, Visit};

use crate::entry::{Entry, Made, Preset};
use crate::networks::{self, Shipped};
use crate::{Offer, Params, Settings, SpecError, Strength};

/// What agents know of the game.
pub(super) static ENTRY: Entry<Crosphere> = Entry { presets: PRESETS, network: Some(NETWORK), ..Entry::DEFAULT };

/// How it was trained and measured stands in docs/learning.md.
const NETWORK: Shipped<Crosphere> = Shipped {
    file: "crosphere.safetensors",
    options: "",
    sum: 0xea53_75c8_ae62_be20,
    #[cfg(feature = "files")]
    bytes: include_bytes!("../../networks/crosphere.safetensors"),
    player: networks::player,
};

const PRESETS: &[Preset<Crosphere>] = &[
    Preset {
        name: "jezek-random",
        meaning: "tree search with random playouts (Ježek 2024; playouts, c)",
        offer: Some(Offer::of_paper(
            "Ježek’s player with random games",
            "Tree search that plays games to the end at random (Ježek 2024).",
            STRENGTH,
        )),
        make: |params, settings| make(params, settings, 0.3, Playout),
    },
    Preset {
        name: "jezek-heuristic",
        meaning: "tree search that counts the stones each side still needs (Ježek 2024; playouts, c, stone_weight, sign=printed)",
        offer: Some(Offer::of_paper(
            "Ježek’s player that counts stones",
            "Tree search that counts the stones each side still needs (Ježek 2024).",
            STRENGTH,
        )),
        make: |params, settings| {
            let weight = params.real("stone_weight", -100.0, 100.0)?.unwrap_or(Heuristic::MEANT.strong);
            let strong = match params.word("sign", &["meant", "printed"])? {
                Some("printed") => -weight,
                _ => weight,
            };
            let leaf = Heuristic { strong };
            make(params, settings, 0.5, leaf)
        },
    },
];

/// The budgets of the thesis.
const STRENGTH: Strength = Strength { parameter: "playouts", values: &["125", "250", "500"], usual: "500" };

/// Iterations a move when nobody says.
const ROLLOUTS: u64 = 500;

fn make<V: Evaluator<Crosphere> + 'static>(
    params: &mut Params,
    settings: Settings,
    c: f64,
    evaluator: V,
) -> Result<Made<Crosphere>, SpecError> {
    let limits = params.limits()?.or(Limits { playouts: Some(ROLLOUTS), ..Limits::default() });
    let c = params.real("c", 0.0, 100.0)?.unwrap_or(c);
    agon_search::memory_for(settings.hash as u32)?;
    // On one thread, as in the thesis: several would see other leaves.
    // Where few rollouts leave many moves level, the order of the list would choose.
    let config = MctsConfig { random_ties: true, ..MctsConfig::plain(c) };
    let config = config.with_seed(settings.seed).with_memory::<Crosphere>(settings.hash as u32);
    Ok((Box::new(Mcts::new(config, evaluator)), limits))
}

/// The thesis's judgement: who needs fewer stones, and has more strong ones left.
#[derive(Clone, Copy, Debug)]
struct Heuristic {
    /// What a strong stone in hand weighs against a stone still needed.
    strong: f64,
}

impl Heuristic {
    /// As the thesis' text says: strong stones in hand are an advantage.
    const MEANT: Self = Heuristic { strong: 0.4 };
    /// The stones needed when there is no way.
    const NO_WAY: u32 = 64;

    /// Player 1's chance.
    fn chance(self, game: &Crosphere, position: &CrospherePosition) -> f64 {
        let needed = |player| f64::from(game.needed(position, player).unwrap_or(Self::NO_WAY));
        let hand = |player| f64::from(game.hand(position, player));
        let (one, two) = (Player::One, Player::Two);
        let advantage = needed(two) - needed(one) + self.strong * (hand(one) - hand(two));
        1.0 / (1.0 + libm::exp(-advantage))
    }
}

impl Evaluator<Crosphere> for Heuristic {
    type State = ();

    fn state(&self, _: &Crosphere, _: &CrospherePosition) {}

    fn value(&mut self, game: &Crosphere, at: &Tracked<CrospherePosition, ()>, _: &mut Visit<'_, Crosphere>) -> f64 {
        self.chance(game, &at.position)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::{Game, Notation, Options};

    use super::*;
    use crate::make;

    fn options(text: &str) -> Options {
        Options::parse(Crosphere::INFO.options, text).unwrap()
    }

    #[test]
    fn the_heuristic_counts_stones_needed_and_strong_stones_in_hand() {
        let chance = |size: &str, text: &str| {
            let game = Crosphere::new(options(size)).unwrap();
            Heuristic::MEANT.chance(&game, &game.parse_position(text).unwrap())
        };
        let sigmoid = |x: f64| 1.0 / (1.0 + libm::exp(-x));
        let near = |chance: f64, advantage: f64| assert!((chance - sigmoid(advantage)).abs() < 1e-12, "{chance}");
        near(chance("", "8/8/8/8/8/8/8/8 G"), 0.0);
        // One stone fewer, for one strong stone less; the same whoever is to move.
        near(chance("", "8/8/8/G,7/8/8/8/8 P"), 1.0 - 0.4);
        near(chance("", "8/8/8/G,7/8/8/8/8 G"), 1.0 - 0.4);
        // A weak stone brings both nearer.
        near(chance("", "8/8/8/W,7/8/8/8/8 G"), 0.0);
        near(chance("", "P,7/P,7/8/8/8/8/8/8 G"), -1.0 + 2.0 * 0.4);
        // Green has no way: 64 stones. Pink has its row.
        near(chance("size=3 strong=3", "3/P,P,1/2,P G"), 1.0 - 64.0 - 0.4 * -3.0);
    }

    #[test]
    fn the_network_plays_the_usual_game_and_no_other() {
        let made = |text: &str| {
            let game = agon_games::open("crosphere", options(text)).unwrap();
            make(&*game, &"nnue".parse().unwrap(), Settings::default()).map(drop).map_err(|error| error.to_string())
        };
        assert_eq!((made(""), made("swap=true")), (Ok(()), Ok(())));
        let refused = "nnue: the network was trained with the usual options, and cannot play with size=5 strong=3";
        assert_eq!(made("size=5 strong=3"), Err(refused.to_string()));
    }

    /// It judges, rather than the evaluation that orders its moves, and does so alike on every thread and anew.
    #[test]
    fn the_network_judges() {
        let game = agon_games::open("crosphere", options("")).unwrap();
        let found = |agent: &str| {
            let play = game.position("8/8/2,W,2,G,2/3,P,4/4,W,3/2,W,5/8/8 G").unwrap();
            let mut thinker = make(&*game, &agent.parse().unwrap(), Settings::default()).unwrap();
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let report = thinker.think(&*play, &limits, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
            (report.score, report.best, report.nodes)
        };
        let here = found("nnue");
        assert_eq!(here, found("best"));
        assert_eq!(found("best:evaluation=hand"), found("hand"));
        assert_ne!(here.0, found("hand").0);
        let there = std::thread::scope(|scope| scope.spawn(|| found("nnue")).join().unwrap());
        assert_eq!(here, there);
    }

    /// What an agent answers at the start of the usual game.
    fn opening(agent: &str, seed: u64) -> String {
        let game = agon_games::open("crosphere", options("")).unwrap();
        let settings = Settings { seed, ..Settings::default() };
        let mut thinker = make(&*game, &agent.parse().unwrap(), settings).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        thinker.think(&*game.start(), &Limits::default(), &stop, &mut |_| {}).unwrap().best.unwrap()
    }

    #[test]
    fn few_rollouts_do_not_open_by_the_order_of_the_list() {
        for agent in ["jezek-heuristic:playouts=128", "jezek-heuristic:playouts=1", "jezek-random:playouts=100"] {
            let moves: Vec<String> = (0..40).map(|seed| opening(agent, seed)).collect();
            let different: BTreeSet<&String> = moves.iter().collect();
            // Of 64 squares, 40 draws hit about 30.
            assert!(different.len() > 15, "{agent}: {moves:?}");
            assert_eq!(moves[7], opening(agent, 7), "{agent}");
        }
    }

    #[test]
    fn the_printed_sign_rewards_spending_strong_stones() {
        let game = Crosphere::new(options("")).unwrap();
        // Pink has spent two strong stones that bring nobody nearer.
        let position = game.parse_position("P,P,6/P,P,6/8/8/8/8/8/8 G").unwrap();
        let odds = |leaf: Heuristic| libm::log(leaf.chance(&game, &position) / (1.0 - leaf.chance(&game, &position)));
        assert!((odds(Heuristic::MEANT) - (-2.0 + 4.0 * 0.4)).abs() < 1e-9);
        assert!((odds(Heuristic { strong: -0.4 }) - (-2.0 - 4.0 * 0.4)).abs() < 1e-9);
        // Of two moves that change nothing else, the one prefers a weak stone, the other a strong one.
        let spent = |agent: &str| (0..20).filter(|seed| opening(agent, *seed).starts_with('S')).count();
        assert_eq!(spent("jezek-heuristic:playouts=128,sign=printed"), 20);
        assert_eq!(spent("jezek-heuristic:playouts=128,stone_weight=-0.4"), 20);
        assert_eq!(spent("jezek-heuristic:playouts=128,stone_weight=-2,sign=printed"), 0);
    }

    #[test]
    fn a_move_that_wins_at_once_is_looked_into_most() {
        let game = agon_games::open("crosphere", options("size=3 strong=1")).unwrap();
        for (position, win) in [("G,2/W,2/3 G", "Wa1"), ("P,W,1/3/3 P", "Wc3")] {
            for agent in ["jezek-random", "jezek-heuristic", "jezek-heuristic:playouts=125,c=0.3"] {
                let mut thinker = make(&*game, &agent.parse().unwrap(), Settings::default()).unwrap();
                let (play, stop) = (game.position(position).unwrap(), Arc::new(AtomicBool::new(false)));
                let report = thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap();
                assert_eq!(report.best.as_deref(), Some(win), "{agent}");
                assert_eq!(report.playouts, if agent.contains("125") { 125 } else { 500 }, "{agent}");
            }
        }
    }
}
