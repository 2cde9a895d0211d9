use agon_core::{
    Adapter, DynGame, Game, GameInfo, OptionError, OptionKind, OptionSpec, Options, PLATFORM_OPTIONS, Record,
    Registered, closest,
};
use thiserror::Error;

/// The registry: one line a game.
macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// What each game says about itself, in the order in which they are shown.
        pub fn infos() -> &'static [&'static GameInfo] {
            &[$(<$game>::INFO),+]
        }

        /// Lets the visitor see the game of this name, as its own type.
        pub fn visit<V: Visitor>(name: &str, visitor: &mut V) -> Result<V::Output, UnknownGame> {
            $(if name == <$game>::INFO.name {
                return Ok(visitor.visit::<$game>());
            })+
            Err(UnknownGame::new(name))
        }

        /// Lets the visitor see every game.
        pub fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
            vec![$(visitor.visit::<$game>()),+]
        }
    };
}

registry! {
    crate::rithmomachia::Rithmomachia,
    crate::rhythmomachy::Rhythmomachy,
    crate::crosphere::Crosphere,
    crate::andantino::Andantino,
    crate::hex::Hex,
    crate::connect4::ConnectFour,
    crate::tilesum::TileSum,
}

/// Something that is done with a game of any type: compiled for each of them.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: Registered>(&mut self) -> Self::Output;
}

/// There is no game of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{name}`; the games are {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

impl UnknownGame {
    fn new(name: &str) -> Self {
        let names: Vec<&str> = infos().iter().map(|info| info.name).collect();
        let name: String = name.chars().take(40).collect();
        let hint = closest(&name, names.iter().copied()).map(|meant| format!(" (did you mean `{meant}`?)"));
        UnknownGame { known: format!("{}{}", names.join(", "), hint.unwrap_or_default()), name }
    }
}

/// Why a game could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Its options are wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A record does not say which game it is.
    #[error("the record has no tag Game")]
    Untagged,
}

/// What a game of this name says about itself.
pub fn game_of(name: &str) -> Result<&'static GameInfo, UnknownGame> {
    infos().iter().copied().find(|info| info.name == name).ok_or_else(|| UnknownGame::new(name))
}

/// The game of this name, with these options.
pub fn open(name: &str, options: Options) -> Result<Box<dyn DynGame>, OpenError> {
    struct Open(Option<Options>);
    impl Visitor for Open {
        type Output = Result<Box<dyn DynGame>, OptionError>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let options = self.0.take().unwrap_or_else(|| Options::defaults(G::INFO.options));
            Ok(Box::new(Adapter::<G>::new(options)?))
        }
    }
    Ok(visit(name, &mut Open(Some(options)))??)
}

/// The options of a game: its own, and those of the platform that it takes.
pub fn options_of(info: &'static GameInfo) -> impl Iterator<Item = &'static OptionSpec> {
    let takes = |spec: &&OptionSpec| match spec.kind {
        OptionKind::Choice(words) => words.iter().all(|word| {
            let options = Options::from_pairs(info.options, [(spec.name, *word)]);
            options.is_ok_and(|options| open(info.name, options).is_ok())
        }),
        _ => true,
    };
    info.options.iter().chain(PLATFORM_OPTIONS.iter().filter(takes))
}

/// The game that a record is of, with its options. A record of an earlier version is brought up
/// to date.
pub fn open_record(record: &mut Record) -> Result<Box<dyn DynGame>, OpenError> {
    let info = game_of(record.tag("Game").ok_or(OpenError::Untagged)?)?;
    let options = Options::parse(info.options, record.tag("Options").unwrap_or(""))?;
    let game = open(info.name, options)?;
    if let Some(upgraded) = game.upgraded(record) {
        *record = upgraded;
    }
    Ok(game)
}
