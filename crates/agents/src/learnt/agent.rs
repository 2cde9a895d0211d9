use agon_core::{History, Options, Registered, Rng, Turn, points_of};
use agon_neural::{ActionNet, Answers, Header, NetError, Pass};
use agon_search::{Agent, Info, Limits, RootMove, SearchError, Thought, Watch};

use crate::entry::Made;
use crate::spec::Q;
use crate::{ActionTable, Params, Settings, Spec, SpecError};

/// An agent that plays what a file holds, by its name: `q`, `dqn` or `reinforce`.
pub(crate) fn learnt<G: Registered>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Option<Made<G>>, SpecError> {
    let answers = match spec.name.as_str() {
        Q => None,
        "dqn" => Some(Answers::Values),
        "reinforce" => Some(Answers::Policy),
        _ => return Ok(None),
    };
    let name = spec.file_param();
    let file = params.text(name).ok_or_else(|| SpecError::Missing { agent: spec.name.clone(), param: name })?;
    let bytes = spec.weights.as_deref().ok_or(SpecError::Weights)?;
    let none = || SpecError::Network { file: file.clone(), error: NetError::NoFeatures { game: G::INFO.name } };
    let game = G::new(options.clone()).map_err(|_| none())?;
    let knowledge = match answers {
        None => {
            let wrong = |error| SpecError::Table { file: file.clone(), error };
            let asked = Header::of(&game).ok_or_else(none)?.options;
            Knowledge::Table(ActionTable::for_game(G::INFO.name, &asked, bytes).map_err(wrong)?)
        }
        Some(answers) => {
            let net = ActionNet::for_game(&game, bytes, answers);
            let net = net.map_err(|error| SpecError::Network { file: file.clone(), error })?;
            Knowledge::Net { net, answers, pass: Pass::default(), features: Vec::new() }
        }
    };
    let limits = params.limits()?;
    Ok(Some((Box::new(Learnt { knowledge, rng: Rng::new(settings.seed) }), limits)))
}

/// Plays the move of which most is known to be good; any move, each equally likely, where nothing is known.
struct Learnt {
    knowledge: Knowledge,
    rng: Rng,
}

enum Knowledge {
    Table(ActionTable),
    Net { net: ActionNet, answers: Answers, pass: Pass, features: Vec<u32> },
}

impl Knowledge {
    /// What each move is worth and how much it is liked, or nothing where the position is unknown.
    fn of<G: Registered>(&mut self, history: &History<G>, moves: &[G::Move]) -> Option<Vec<(f64, f64)>> {
        let (game, position) = (history.game(), history.position());
        match self {
            Knowledge::Table(table) => {
                let known = table.get(&game.position_text(position))?;
                let value = |mv: &G::Move| {
                    let text = game.move_text(position, *mv);
                    known.iter().find(|(known, _)| *known == text).map(|(_, value)| (*value, *value))
                };
                moves.iter().map(value).collect()
            }
            Knowledge::Net { net, answers, pass, features } => {
                let (Turn::Player(player), Some(encoding)) = (game.turn(position), game.encoding()) else {
                    return None;
                };
                encoding.sparse(position, player, features);
                net.forward(features, pass);
                let output = |mv: &G::Move| {
                    let action = encoding.action_seen_by(player, encoding.action(*mv));
                    pass.output.get(action as usize).map(|output| f64::from(*output))
                };
                let expected = pass.output.last().map_or(0.0, |value| f64::from(*value));
                let value = |output| if *answers == Answers::Values { output } else { expected };
                moves.iter().map(|mv| output(mv).map(|output| (value(output), output))).collect()
            }
        }
    }
}

impl<G: Registered> Agent<G> for Learnt {
    fn think(
        &mut self,
        history: &History<G>,
        _limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        if let Some(outcome) = history.outcome() {
            return Err(SearchError::Over(outcome));
        }
        if history.game().turn(history.position()) == Turn::Chance {
            return Err(SearchError::Chance);
        }
        let moves = history.moves();
        let Some(known) = self.knowledge.of(history, &moves) else {
            let mv = moves[self.rng.below(moves.len() as u32) as usize];
            return Ok(Thought { mv, info: Info { pv: vec![mv], ..Info::default() } });
        };
        let mut rated: Vec<_> = moves.into_iter().zip(known).collect();
        // Stable: of equals the first in the list.
        rated.sort_by(|(_, (_, a)), (_, (_, b))| b.total_cmp(a));
        let score = |value: f64| points_of(f64::midpoint(value.clamp(-1.0, 1.0), 1.0));
        let root: Vec<_> =
            rated.iter().map(|(mv, (value, _))| RootMove { mv: *mv, visits: 1, score: score(*value) }).collect();
        let RootMove { mv, score, .. } = root[0];
        let info = Info { depth: 1, seldepth: 1, score, pv: vec![mv], root, ..Info::default() };
        watch.report(&info);
        Ok(Thought { mv, info })
    }
}
