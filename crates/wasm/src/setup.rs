use std::collections::BTreeMap;

use agon_core::{DynGame, DynPlay, Options};
use serde::Deserialize;

/// The rules and the start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The name of the game.
    pub game: String,
    /// Its options, those at their defaults left out.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where it begins, if not at the usual start.
    #[serde(default)]
    pub position: Option<String>,
}

/// The game last asked about, so that the next question costs only what is new.
#[derive(Default)]
pub struct Desk(Option<Laid>);

struct Laid {
    setup: Setup,
    game: Box<dyn DynGame>,
    play: Box<dyn DynPlay>,
    line: Vec<String>,
}

impl Desk {
    /// The game of a setup.
    pub fn game(&mut self, setup: &Setup) -> Result<&dyn DynGame, String> {
        self.lay(setup).map(|laid| &*laid.game)
    }

    /// The game of a setup after these moves.
    pub fn play(&mut self, setup: &Setup, moves: &[String]) -> Result<(&dyn DynGame, &mut dyn DynPlay), String> {
        let laid = self.lay(setup)?;
        let same = laid.line.iter().zip(moves).take_while(|(a, b)| a == b).count();
        while laid.line.len() > same {
            laid.play.undo();
            laid.line.pop();
        }
        for (at, mv) in moves.iter().enumerate().skip(same) {
            laid.play.play(mv).map_err(|error| format!("move {}: {error}", at + 1))?;
            laid.line.push(mv.clone());
        }
        Ok((&*laid.game, &mut *laid.play))
    }

    fn lay(&mut self, setup: &Setup) -> Result<&mut Laid, String> {
        if self.0.as_ref().is_none_or(|laid| laid.setup != *setup) {
            self.0 = Some(Laid::new(setup)?);
        }
        self.0.as_mut().ok_or_else(|| "there is no game".to_string())
    }
}

impl Laid {
    fn new(setup: &Setup) -> Result<Laid, String> {
        let game = open(setup)?;
        let play = match &setup.position {
            Some(text) => game.position(text).map_err(|error| error.to_string())?,
            None => game.start(),
        };
        Ok(Laid { setup: setup.clone(), game, play, line: Vec::new() })
    }
}

fn open(setup: &Setup) -> Result<Box<dyn DynGame>, String> {
    let info = agon_games::game_of(&setup.game).map_err(|error| error.to_string())?;
    let pairs = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Options::from_pairs(info.options, pairs).map_err(|error| error.to_string())?;
    agon_games::open(info.name, options).map_err(|error| error.to_string())
}
