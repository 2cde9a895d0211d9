use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_core::{DynGame, Game, GameInfo, Options, Registered};
use agon_games::Visitor;
use agon_neural::{NetEvaluation, Network, options_text};

use crate::entry::Made;
use crate::games::entry;
use crate::general::{best, thinking_time};
use crate::spec::WEIGHT;
use crate::{Params, Settings, Spec, SpecError};

/// A network that comes with Agon, because it plays its game better than the hand-written evaluation.
pub(crate) struct Shipped<G: Game> {
    /// The name of its file.
    pub file: &'static str,
    /// The options that it was trained for, as text; none for the usual ones.
    pub options: &'static str,
    /// The [sum](sum) of its bytes: only so does `best` play the same on every machine.
    pub sum: u64,
    /// The file itself, where it is part of the program.
    #[cfg(feature = "files")]
    pub bytes: &'static [u8],
    /// Makes the player that asks a network. Here, so that the searches that do are compiled only for games that have one.
    pub player: Player<G>,
}

type Player<G> = fn(&str, Arc<Network>, &mut Params, Settings, &Options) -> Result<Made<G>, SpecError>;

/// What is known of a network that comes with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedNetwork {
    /// The name of its file.
    pub file: &'static str,
    /// The options that it was trained for, as text; none for the usual ones.
    pub options: &'static str,
}

/// The network that comes with a game, if there is one.
pub fn network(info: &GameInfo) -> Option<ShippedNetwork> {
    struct Find;
    impl Visitor for Find {
        type Output = Option<ShippedNetwork>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            entry::<G>().network.as_ref().map(|network| ShippedNetwork { file: network.file, options: network.options })
        }
    }
    agon_games::visit(info.name, &mut Find).ok()?
}

/// The file of the network that an agent asks and that is not there yet: whoever runs where networks
/// are not part of the program fetches it and [provides](provide_network) it.
pub fn missing_network(game: &dyn DynGame, spec: &Spec) -> Option<&'static str> {
    if cfg!(feature = "files") || !asks_network(spec) {
        return None;
    }
    let shipped = network(game.info()).filter(|network| network.options == options_text(game.options()))?;
    (!STORE.holds(shipped.file)).then_some(shipped.file)
}

/// Gives the bytes of a network that comes with Agon, by the name of its file. Any bytes may come:
/// others than those of this network are an error.
pub fn provide_network(file: &str, bytes: &[u8]) -> Result<(), SpecError> {
    struct Find<'f>(&'f str);
    impl Visitor for Find<'_> {
        type Output = Option<(&'static str, u64)>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            entry::<G>().network.as_ref().filter(|network| network.file == self.0).map(|it| (it.file, it.sum))
        }
    }
    let known = agon_games::visit_all(&mut Find(file)).into_iter().flatten().next();
    let (file, known) = known.ok_or_else(|| SpecError::NoSuchNetwork { file: crate::spec::short(file) })?;
    STORE.provide(file, known, bytes)
}

/// Whether an agent asks the network that comes with its game, where one fits.
fn asks_network(spec: &Spec) -> bool {
    let has_weights = spec.params.iter().any(|(param, _)| param == Spec::WEIGHTS);
    (spec.name == BEST && !names_judgement(spec)) || (spec.name == NNUE && !has_weights)
}

/// Whether an agent's text says how it judges: then no network does.
pub(crate) fn names_judgement(spec: &Spec) -> bool {
    let says = |param: &str| param == Spec::WEIGHTS || param == "evaluation" || param.starts_with(WEIGHT);
    spec.params.iter().any(|(param, _)| says(param))
}

/// The agent that asks a network where one fits.
pub(crate) const BEST: &str = "best";

/// The agent that always asks a network.
pub(crate) const NNUE: &str = "nnue";

/// The player that asks the network which comes with the game; `None` where none fits these options.
pub(crate) fn shipped<G: Registered>(
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Option<Made<G>>, SpecError> {
    let Some(shipped) = &entry::<G>().network else { return Ok(None) };
    if shipped.options != options_text(options) {
        return Ok(None);
    }
    #[cfg(feature = "files")]
    if !STORE.holds(shipped.file) {
        STORE.provide(shipped.file, shipped.sum, shipped.bytes)?;
    }
    let network = STORE.get(shipped.file).ok_or(SpecError::NotLoaded { file: shipped.file })?;
    (shipped.player)(shipped.file, network, params, settings, options).map(Some)
}

/// The search of `best` with the judgement of a network from this file.
pub(crate) fn player<G: Registered>(
    file: &str,
    network: Arc<Network>,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Made<G>, SpecError> {
    let wrong = |error| SpecError::Network { file: file.to_string(), error };
    let game = G::new(options.clone()).map_err(|_| wrong(agon_neural::NetError::NoFeatures { game: G::INFO.name }))?;
    let evaluation = NetEvaluation::new(&game, network, G::Evaluation::default()).map_err(wrong)?;
    let limits = params.limits()?.or(thinking_time());
    Ok((best(params, settings, options, evaluation)?, limits))
}

/// The networks of this program that are there, by their files. They are the same for everybody,
/// so one place is enough.
static STORE: Store = Store(Mutex::new(BTreeMap::new()));

struct Store(Mutex<BTreeMap<&'static str, Arc<Network>>>);

impl Store {
    fn open(&self) -> MutexGuard<'_, BTreeMap<&'static str, Arc<Network>>> {
        // Nothing is done in between that could leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holds(&self, file: &str) -> bool {
        self.open().contains_key(file)
    }

    fn get(&self, file: &str) -> Option<Arc<Network>> {
        self.open().get(file).cloned()
    }

    fn provide(&self, file: &'static str, known: u64, bytes: &[u8]) -> Result<(), SpecError> {
        if sum(bytes) != known {
            return Err(SpecError::OtherNetwork { file });
        }
        let network = Network::from_bytes(bytes);
        let network = network.map_err(|error| SpecError::Network { file: file.to_string(), error })?;
        self.open().insert(file, Arc::new(network));
        Ok(())
    }
}

/// The sum of a file's bytes (FNV-1a).
fn sum(bytes: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(START, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_bytes_are_taken() {
        const FILE: &str = "crosphere.safetensors";
        let bytes = include_bytes!("../networks/crosphere.safetensors");
        let (store, known) = (Store(Mutex::default()), sum(bytes));
        assert!(!store.holds(FILE) && store.get(FILE).is_none());
        let mut other = bytes.to_vec();
        other[100_000] ^= 1;
        let refused = store.provide(FILE, known, &other).unwrap_err().to_string();
        assert_eq!(refused, "crosphere.safetensors: it is not the network that this version of Agon plays with");
        store.provide(FILE, known, bytes).unwrap();
        assert_eq!(store.get(FILE).unwrap().to_bytes(), bytes);
        assert!(store.holds(FILE));
        let unknown = provide_network("chess.nnue", b"").unwrap_err().to_string();
        assert_eq!(unknown, "no network of the name `chess.nnue` comes with Agon");
    }

    /// What entries say of their networks is what the networks say of themselves.
    #[test]
    fn networks_are_what_their_entries_say() {
        struct Check;
        impl Visitor for Check {
            type Output = usize;
            fn visit<G: Registered>(&mut self) -> usize {
                let Some(shipped) = &entry::<G>().network else { return 0 };
                let path = format!("{}/networks/{}", env!("CARGO_MANIFEST_DIR"), shipped.file);
                let bytes = std::fs::read(path).unwrap();
                assert!(bytes.len() <= 500_000, "{}", shipped.file);
                assert_eq!(sum(&bytes), shipped.sum, "{}: {:#x}", shipped.file, sum(&bytes));
                let header = Network::from_bytes(&bytes).unwrap().header().clone();
                assert_eq!((&*header.game, &*header.options), (G::INFO.name, shipped.options));
                1
            }
        }
        assert!(agon_games::visit_all(&mut Check).into_iter().sum::<usize>() >= 1);
    }

    #[test]
    fn agents_that_judge_for_themselves_ask_no_network() {
        let asks = |text: &str| asks_network(&text.parse().unwrap());
        assert!(asks("best") && asks("best:nodes=5,lines=3") && asks("nnue:time=1s"));
        for text in ["best:evaluation=hand", "best:weights=x", "nnue:weights=x", "hand", "level:3", "mcts"] {
            assert!(!asks(text), "{text}");
        }
    }
}
