use agon_core::{Options, Registered, SWAP};
use thiserror::Error;

/// The name of the features that [`Encoding::sparse`](agon_core::Encoding::sparse) lists.
const SPARSE: &str = "sparse";

/// The longest part of a text that is repeated in a message.
const SHOWN: usize = 60;

/// What a network is for and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// Its options, as text; the swap rule is none of them.
    pub options: String,
    /// The name of the features.
    pub features: String,
    /// The version of the game's encoding.
    pub version: u32,
    /// How many generations of networks came before it in its run.
    pub generation: u32,
    /// The training run: its command and seed, as text.
    pub run: String,
    /// Under which licence it may be used.
    pub licence: String,
    /// Hundredths of a point that multiply the odds of winning by e.
    pub scale: i32,
}

impl Header {
    /// The header of a network for a game with its options; `None` where the game has no encoding.
    pub fn of<G: Registered>(game: &G) -> Option<Self> {
        Some(Header {
            game: G::INFO.name.to_string(),
            options: options_text(game.options()),
            features: SPARSE.to_string(),
            version: game.encoding()?.version(),
            generation: 0,
            run: String::new(),
            licence: String::new(),
            scale: 1,
        })
    }

    /// The name of the features of networks that take planes.
    pub(crate) const PLANES: &'static str = "planes";

    /// Whether a network that takes so many features can play this game.
    pub(crate) fn check<G: Registered>(&self, game: &G, features: usize) -> Result<(), NetError> {
        let Some(encoding) = game.encoding() else { return Err(NetError::NoFeatures { game: G::INFO.name }) };
        self.check_game(game, SPARSE)?;
        if features != encoding.features() as usize {
            return Err(NetError::Count { found: features, asked: encoding.features() });
        }
        Ok(())
    }

    /// Whether a network that takes planes can play this game.
    pub(crate) fn check_planes<G: Registered>(&self, game: &G) -> Result<(), NetError> {
        self.check_game(game, Header::PLANES)
    }

    /// Whether a network that takes these features is for this game with its options.
    fn check_game<G: Registered>(&self, game: &G, features: &str) -> Result<(), NetError> {
        let name = G::INFO.name;
        let Some(own) = Header::of(game) else { return Err(NetError::NoFeatures { game: name }) };
        if self.game != own.game {
            return Err(NetError::Game { found: shown(&self.game), game: name });
        }
        if self.options != own.options {
            return Err(NetError::Options { found: options_named(&self.options), asked: options_named(&own.options) });
        }
        if (self.features.as_str(), self.version) != (features, own.version) {
            let found = format!("{} {}", shown(&self.features), self.version);
            return Err(NetError::Version { found, asked: format!("{features} {}", own.version) });
        }
        Ok(())
    }
}

/// A game's options as headers tell them. Features are about sides, so the swap rule does not matter to a network.
pub fn options_text(options: &Options) -> String {
    let own = options.changed().filter(|(name, _)| *name != SWAP);
    own.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The same for people.
pub fn options_named(options: &str) -> String {
    if options.is_empty() { "the usual options".to_string() } else { shown(options) }
}

/// The start of a text, on one line.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Why a network cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// It is no file of weights at all.
    #[error("it is not a network: {why}")]
    NotNetwork {
        /// What is missing or wrong.
        why: String,
    },
    /// Its bytes are not those that were written.
    #[error("the network is damaged: {why}")]
    Damaged {
        /// How it shows.
        why: &'static str,
    },
    /// It was written by another version of the program.
    #[error("the network's format is `{found}`, and only `{known}` can be read")]
    Format {
        /// What it says.
        found: String,
        /// What is known.
        known: &'static str,
    },
    /// The game has no features to give a network.
    #[error("no network can play {game}: the game has no features for one")]
    NoFeatures {
        /// The game.
        game: &'static str,
    },
    /// The game's board or its actions are too many for a network that takes planes.
    #[error("no network can play {game}: its planes or actions are too large for one")]
    NoBoard {
        /// The game.
        game: &'static str,
    },
    /// It has more layers or channels than are allowed.
    #[error("the network's size cannot be used")]
    Large,
    /// It is for another game.
    #[error("the network plays {found}, not {game}")]
    Game {
        /// Its game.
        found: String,
        /// The game that is to be played.
        game: &'static str,
    },
    /// It is for other options.
    #[error("the network was trained with {found}, and cannot play with {asked}")]
    Options {
        /// Its options.
        found: String,
        /// Those that are to be played.
        asked: String,
    },
    /// It is for other features.
    #[error("the network takes features `{found}`, and the game gives `{asked}`: train it again")]
    Version {
        /// Its features and their version.
        found: String,
        /// Those of the game.
        asked: String,
    },
    /// It takes another number of features.
    #[error("the network takes {found} features, and the game has {asked}")]
    Count {
        /// How many it takes.
        found: usize,
        /// How many the game has.
        asked: u32,
    },
    /// It knows another number of actions.
    #[error("the network has {found} outputs, and the game needs {asked}")]
    Actions {
        /// How many it has.
        found: usize,
        /// How many the game needs.
        asked: usize,
    },
    /// A weight does not fit into the whole numbers of its layer.
    #[error("a weight of the {layer} does not fit into {bits} bits")]
    Range {
        /// The layer.
        layer: &'static str,
        /// The bits that its numbers have.
        bits: u32,
    },
    /// Sums of its weights could be too large.
    #[error("sums of the network's {layer} could exceed {bits} bits")]
    Overflow {
        /// The layer.
        layer: &'static str,
        /// The bits that sums have.
        bits: u32,
    },
    /// Its scale of scores makes no sense.
    #[error("the network's scale is {scale}; it must lie from 1 to {most}")]
    Scale {
        /// What it is.
        scale: i32,
        /// The largest allowed.
        most: i32,
    },
}
