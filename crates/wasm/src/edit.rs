//! Positions set up by hand.

use agon_core::{Change, DynGame, DynPlay, Editor, Placed, PositionError, Scene, Setup};
use serde_json::{Value as Json, json};

use crate::outline;

/// What positions of a game are set up from.
pub fn palette(game: &dyn DynGame) -> Result<Json, String> {
    let palette = editor(game)?.palette();
    Ok(json!({ "tray": palette.pieces, "numbers": palette.numbers }))
}

/// A position in the making after one more change: what it looks like, and
/// whether it is a position yet. Without a text it is the usual start.
pub fn edit(game: &dyn DynGame, text: Option<&str>, change: Option<&Change>) -> Result<Json, String> {
    let editor = editor(game)?;
    let start = || game.start().position_text();
    let mut setup = read(game, editor, &text.map_or_else(start, str::to_string))?;
    if let Some(change) = change {
        setup.change(game, editor, change).map_err(|error| error.to_string())?;
    }
    let text = editor.setup_text(&setup);
    Ok(tell(editor, &setup, &text, game.position(&text)))
}

fn editor(game: &dyn DynGame) -> Result<&dyn Editor, String> {
    game.editor().ok_or_else(|| format!("positions of {} cannot be set up by hand", game.info().title))
}

/// Takes a text apart, if each of its pieces can be drawn. The game itself
/// knows best what is wrong with a text.
fn read(game: &dyn DynGame, editor: &dyn Editor, text: &str) -> Result<Setup, String> {
    let wrong = |error: PositionError| game.position(text).err().unwrap_or(error).to_string();
    let setup = editor.parse_setup(text).map_err(wrong)?;
    match setup.pieces.values().find(|token| editor.parse_piece(token).is_none()) {
        Some(token) => Err(wrong(PositionError::field("a piece", token, "one of the tray"))),
        None => Ok(setup),
    }
}

fn tell(editor: &dyn Editor, setup: &Setup, text: &str, position: Result<Box<dyn DynPlay>, PositionError>) -> Json {
    let placed = |(cell, token): (&u16, &String)| editor.parse_piece(token).map(|piece| Placed { cell: *cell, piece });
    let pieces = setup.pieces.iter().filter_map(placed).collect();
    let (scene, fault, outcome) = match &position {
        // What follows from the board, such as stones in hand, is known of a position only.
        Ok(play) => (Scene { pieces, ..play.scene() }, None, outline::outcome(&**play)),
        Err(error) => (Scene { pieces, ..Scene::default() }, Some(error.what().to_string()), None),
    };
    let position = position.map_or_else(|_| text.to_string(), |play| play.position_text());
    json!({
        "position": position, "scene": scene, "turn": setup.turn, "numbers": setup.numbers,
        "fault": fault, "outcome": outcome,
    })
}
