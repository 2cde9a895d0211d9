use agon_core::{Player, Rng, Turn};

use super::amaf::Table;
use super::config::{MctsConfig, Selection};
use super::node::{Node, ONE};
use super::tree::Block;

/// A score above all that come of values.
const URGENT: f64 = 1e9;

/// Which child of a node to look into next; `None` when every one is proven.
/// At a player's turn the solver never looks into proven children: lost ones
/// are of no use, and drawn ones have nothing more to tell.
#[inline]
pub(super) fn select<M>(
    config: &MctsConfig,
    parent: &Node<M>,
    block: &Block<M>,
    reference: Option<&Table>,
    rng: &mut Rng,
) -> Option<usize> {
    let Turn::Player(player) = block.turn else { return Some(draw(block, rng)) };
    match (config.selection, config.amaf.zip(reference)) {
        (Selection::Ucb1 { c }, None) => ucb1(parent, block, player, c, config.solver, rng),
        (Selection::Ucb1 { c }, Some((amaf, table))) => {
            let spread = c * c * ln_visits(parent);
            best(block, config.solver, |index, child| {
                let (own, seen) = (f64::from(child.visits()), table.get(player, block.ids[index]));
                if own + seen.0 == 0.0 {
                    return URGENT;
                }
                blend(child, player, seen, amaf.bias) + (spread / (own + 1.0)).sqrt()
            })
        }
        (Selection::Puct { c, reduction }, None) => {
            let scale = c * f64::from(parent.visits()).sqrt();
            let unseen = side(parent.mean(), player) - reduction;
            best(block, config.solver, |_, child| {
                let visits = child.visits();
                let mean = if visits == 0 { unseen } else { side(child.mean(), player) };
                mean + scale * f64::from(child.prior) / f64::from(visits + 1)
            })
        }
        (Selection::Puct { c, reduction }, Some((amaf, table))) => {
            let scale = c * f64::from(parent.visits()).sqrt();
            let unseen = side(parent.mean(), player) - reduction;
            best(block, config.solver, |index, child| {
                let (visits, seen) = (child.visits(), table.get(player, block.ids[index]));
                let known = f64::from(visits) + seen.0 > 0.0;
                let mean = if known { blend(child, player, seen, amaf.bias) } else { unseen };
                mean + scale * f64::from(child.prior) / f64::from(visits + 1)
            })
        }
    }
}

/// A value to player 1 as it is to this player.
#[inline]
fn side(value: f64, player: Player) -> f64 {
    if player == Player::One { value } else { 1.0 - value }
}

fn ln_visits<M>(parent: &Node<M>) -> f64 {
    libm::log(f64::from(parent.visits().max(1)))
}

/// UCB1 as it is written in [`Selection::Ucb1`], in a form that costs little.
fn ucb1<M>(parent: &Node<M>, block: &Block<M>, player: Player, c: f64, solver: bool, rng: &mut Rng) -> Option<usize> {
    let spread = c * c * ln_visits(parent);
    // The sum is of player 1's values: for player 2, maximising 1 - m is
    // maximising -m.
    let unit = if player == Player::One { 1.0 / ONE as f64 } else { -1.0 / ONE as f64 };
    let mut best = (f64::NEG_INFINITY, None);
    for (index, child) in block.children.iter().enumerate() {
        if solver && child.is_proven() {
            continue;
        }
        let visits = child.visits();
        if visits == 0 {
            return Some(unseen(block, index, solver, rng));
        }
        let per_visit = 1.0 / f64::from(visits);
        // Through i64, which processors turn into a float in one step.
        let score = (child.sum() as i64) as f64 * per_visit * unit + (spread * per_visit).sqrt();
        if score > best.0 {
            best = (score, Some(index));
        }
    }
    best.1
}

/// Any of the children without visits, of which this is the first.
fn unseen<M>(block: &Block<M>, first: usize, solver: bool, rng: &mut Rng) -> usize {
    let eligible = |child: &Node<M>| child.visits() == 0 && !(solver && child.is_proven());
    let count = block.children[first..].iter().filter(|child| eligible(child)).count();
    let skip = rng.below(count as u32) as usize;
    let mut unseen = (first..).zip(&block.children[first..]).filter(|(_, child)| eligible(child));
    unseen.nth(skip).map_or(first, |(index, _)| index)
}

/// The first of the children with the highest score, proven ones aside.
#[inline]
fn best<M>(block: &Block<M>, solver: bool, score: impl Fn(usize, &Node<M>) -> f64) -> Option<usize> {
    let mut best = (f64::NEG_INFINITY, None);
    for (index, child) in block.children.iter().enumerate() {
        if solver && child.is_proven() {
            continue;
        }
        let score = score(index, child);
        if score > best.0 {
            best = (score, Some(index));
        }
    }
    best.1
}

/// A child's mean, moved towards what games say in which the move came later:
/// the fewer visits of its own, the more (Gelly, Silver 2011, section 4.4).
#[inline]
fn blend<M>(child: &Node<M>, player: Player, (games, later): (f64, f64), bias: f64) -> f64 {
    let visits = f64::from(child.visits());
    let weight = if games == 0.0 { 0.0 } else { games / (games + visits + bias * games * visits) };
    side(weight * later + (1.0 - weight) * child.mean(), player)
}

/// What chance draws.
fn draw<M>(block: &Block<M>, rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    for (index, child) in block.children.iter().enumerate() {
        left -= f64::from(child.prior);
        if left < 0.0 {
            return index;
        }
    }
    block.children.len() - 1
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// Children with these visits and means to player 1, and a parent of them.
    fn block(player: Player, children: &[(u32, f64)]) -> (Node<usize>, Block<usize>) {
        let mut parent = Node::new(0, 1.0);
        let nodes = children.iter().enumerate().map(|(mv, (visits, mean))| {
            let mut node = Node::new(mv, 1.0 / children.len() as f32);
            node.reset(*visits, (f64::from(*visits) * mean * ONE as f64) as u64);
            node
        });
        let children_of = nodes.collect();
        let visits = children.iter().map(|(visits, _)| *visits).sum();
        parent.reset(visits, 0);
        (
            parent,
            Block {
                turn: Turn::Player(player),
                children: children_of,
                drawn: AtomicBool::new(false),
                ids: Box::default(),
                amaf: OnceLock::new(),
            },
        )
    }

    /// The formula, written out as in the papers.
    fn by_the_book(player: Player, c: f64, children: &[(u32, f64)]) -> usize {
        let parent: u32 = children.iter().map(|(visits, _)| *visits).sum();
        let scores: Vec<f64> = children
            .iter()
            .map(|(visits, mean)| {
                let own = if player == Player::One { *mean } else { 1.0 - *mean };
                own + c * (f64::from(parent).ln() / f64::from(*visits)).sqrt()
            })
            .collect();
        (0..scores.len()).rev().max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap()
    }

    #[test]
    fn ucb1_is_the_formula() {
        let mut rng = Rng::new(3);
        for round in 0..2_000 {
            let children: Vec<(u32, f64)> = (0..=rng.below(8)).map(|_| (1 + rng.below(50), rng.unit())).collect();
            let (c, player) = (rng.unit() * 2.0, Player::BOTH[round % 2]);
            let (parent, block) = block(player, &children);
            let chosen = select(&MctsConfig::plain(c), &parent, &block, None, &mut rng);
            assert_eq!(chosen, Some(by_the_book(player, c, &children)), "{children:?}");
        }
    }

    #[test]
    fn those_without_visits_come_first_and_each_as_often() {
        let mut rng = Rng::new(4);
        let (parent, block) = block(Player::One, &[(9, 1.0), (0, 0.0), (9, 1.0), (0, 0.0)]);
        let mut chosen = [0; 4];
        for _ in 0..1_000 {
            chosen[select(&MctsConfig::plain(0.1), &parent, &block, None, &mut rng).unwrap()] += 1;
        }
        assert_eq!((chosen[0], chosen[2]), (0, 0));
        assert!((400..600).contains(&chosen[1]), "{chosen:?}");
    }

    #[test]
    fn puct_follows_priors_until_values_speak() {
        let mut rng = Rng::new(5);
        let config = MctsConfig { selection: Selection::Puct { c: 1.0, reduction: 0.0 }, ..MctsConfig::plain(0.0) };
        let (mut parent, mut unseen) = block(Player::Two, &[(0, 0.0), (0, 0.0), (0, 0.0)]);
        parent.reset(1, ONE / 2);
        unseen.children[1].prior = 0.6;
        assert_eq!(select(&config, &parent, &unseen, None, &mut rng), Some(1));
        let (parent, seen) = block(Player::Two, &[(10, 0.9), (10, 0.8), (10, 0.2)]);
        assert_eq!(select(&config, &parent, &seen, None, &mut rng), Some(2));
    }

    #[test]
    fn chance_draws_by_probability() {
        let mut rng = Rng::new(6);
        let (parent, mut block) = block(Player::One, &[(0, 0.0), (0, 0.0)]);
        block.turn = Turn::Chance;
        block.children[0].prior = 0.75;
        block.children[1].prior = 0.25;
        let mut draw = || select(&MctsConfig::default(), &parent, &block, None, &mut rng).unwrap();
        let second: usize = (0..4_000).map(|_| draw()).sum();
        assert!((900..1_100).contains(&second), "{second}");
    }
}
