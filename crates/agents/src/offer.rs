use agon_core::{GameInfo, Registered};
use agon_games::Visitor;

use crate::games::entry;
use crate::make::GENERAL;

/// How an agent is offered to people who choose from a list and do not type its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is called.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Whether it is the player of a paper.
    pub paper: bool,
    /// How much it may think; `None` where there is nothing to choose.
    pub strength: Option<Strength>,
}

/// How much an agent thinks, as values of one of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The parameter.
    pub parameter: &'static str,
    /// Values to choose from, the least first.
    pub values: &'static [&'static str],
    /// The value for whoever chooses none.
    pub usual: &'static str,
}

/// Time for a move.
const TIME: Strength = Strength { parameter: "time", values: &["300ms", "1s", "5s", "20s"], usual: "1s" };

/// The agents that play every game and are offered to people, the strongest first.
const OFFERS: &[(&str, Offer)] = &[
    ("best", offer("The strongest there is", "Searches as well as this program can.", Some(TIME))),
    (
        "hand",
        offer(
            "The strongest without a network",
            "The same search; people wrote down how it judges positions.",
            Some(TIME),
        ),
    ),
    (
        "mcts",
        offer(
            "Monte-Carlo tree search",
            "Plays games to the end at random and follows the moves that do well.",
            Some(Strength { parameter: "playouts", values: &["500", "2000", "10000", "50000"], usual: "2000" }),
        ),
    ),
    (
        "alphabeta",
        offer(
            "Alpha-beta search",
            "Looks ahead and skips what cannot change the result.",
            Some(Strength { parameter: "nodes", values: &["1000", "10000", "100000", "1000000"], usual: "10000" }),
        ),
    ),
    (
        "minimax",
        offer(
            "Minimax",
            "Looks at every line to a fixed depth.",
            Some(Strength { parameter: "depth", values: &["1", "2", "3", "4"], usual: "2" }),
        ),
    ),
    ("greedy", offer("One move ahead", "Plays the move after which it stands best.", None)),
    ("random", offer("At random", "Plays any legal move.", None)),
];

const fn offer(title: &'static str, about: &'static str, strength: Option<Strength>) -> Offer {
    Offer { title, about, paper: false, strength }
}

impl Offer {
    /// The player of a paper.
    pub(crate) const fn of_paper(title: &'static str, about: &'static str, strength: Strength) -> Offer {
        Offer { title, about, paper: true, strength: Some(strength) }
    }
}

/// How an agent of a game is offered; `None` where only its text names it.
pub fn offer_of(info: &GameInfo, agent: &str) -> Option<Offer> {
    struct Own<'a>(&'a str);
    impl Visitor for Own<'_> {
        type Output = Option<Offer>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            entry::<G>().presets.iter().find(|preset| preset.name == self.0)?.offer
        }
    }
    if GENERAL.iter().any(|(name, _)| *name == agent) {
        return OFFERS.iter().find(|(name, _)| *name == agent).map(|(_, offer)| *offer);
    }
    agon_games::visit(info.name, &mut Own(agent)).ok().flatten()
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;
    use crate::{Settings, agents, make};

    /// Whatever is offered can be made, with each of its values.
    #[test]
    fn every_offer_of_every_game_is_an_agent() {
        for info in agon_games::infos() {
            let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
            let mut offered = 0;
            for (name, _) in agents(info) {
                let Some(offer) = offer_of(info, name) else { continue };
                offered += 1;
                let texts = match offer.strength {
                    None => vec![name.to_owned()],
                    Some(Strength { parameter, values, usual }) => {
                        assert!(values.contains(&usual), "{}: {name}", info.name);
                        values.iter().map(|value| format!("{name}:{parameter}={value}")).collect()
                    }
                };
                for text in texts {
                    let made = make(&*game, &text.parse().unwrap(), Settings::default());
                    assert!(made.is_ok(), "{}: {text}: {:?}", info.name, made.err());
                }
            }
            assert!(offered >= OFFERS.len(), "{}", info.name);
        }
    }

    #[test]
    fn agents_that_only_a_text_names_are_not_offered() {
        let tilesum = agon_games::game_of("tilesum").unwrap();
        for name in ["level", "expectimax", "friend", "nobody"] {
            assert_eq!(offer_of(tilesum, name), None, "{name}");
        }
    }
}
