//! Positions set up by hand.

use agon_core::{Change, DynGame, DynPlay, Layout, Placed, PositionError, Scene, Workbench};
use serde_json::{Value as Json, json};

use crate::outline;

/// What positions of a game are set up from.
pub fn kit(game: &dyn DynGame) -> Result<Json, String> {
    let kit = bench(game)?.kit();
    Ok(json!({ "tray": kit.tray, "numbers": kit.numbers }))
}

/// A position in the making after one more change: what it looks like, and
/// whether it is a position yet. Without a text it is the usual start.
pub fn edit(game: &dyn DynGame, text: Option<&str>, change: Option<&Change>) -> Result<Json, String> {
    let bench = bench(game)?;
    let start = || game.start().position_text();
    let mut layout = read(game, bench, &text.map_or_else(start, str::to_string))?;
    if let Some(change) = change {
        layout.change(game, bench, change).map_err(|error| error.to_string())?;
    }
    let text = bench.put_together(&layout);
    Ok(tell(bench, &layout, &text, game.position(&text)))
}

fn bench(game: &dyn DynGame) -> Result<&dyn Workbench, String> {
    game.workbench().ok_or_else(|| format!("positions of {} cannot be set up by hand", game.info().title))
}

/// Takes a text apart, if each of its pieces can be drawn. The game itself
/// knows best what is wrong with a text.
fn read(game: &dyn DynGame, bench: &dyn Workbench, text: &str) -> Result<Layout, String> {
    let wrong = |error: PositionError| game.position(text).err().unwrap_or(error).to_string();
    let layout = bench.take_apart(text).map_err(wrong)?;
    match layout.pieces.values().find(|token| bench.look(token).is_none()) {
        Some(token) => Err(wrong(PositionError::field("a piece", token, "one of the tray"))),
        None => Ok(layout),
    }
}

fn tell(bench: &dyn Workbench, layout: &Layout, text: &str, position: Result<Box<dyn DynPlay>, PositionError>) -> Json {
    let placed = |(cell, token): (&u16, &String)| bench.look(token).map(|piece| Placed { cell: *cell, piece });
    let pieces = layout.pieces.iter().filter_map(placed).collect();
    let (scene, fault, outcome) = match &position {
        // What follows from the board, such as stones in hand, is known of a position only.
        Ok(play) => (Scene { pieces, ..play.scene() }, None, outline::outcome(&**play)),
        Err(error) => (Scene { pieces, ..Scene::default() }, Some(error.what().to_string()), None),
    };
    let position = position.map_or_else(|_| text.to_string(), |play| play.position_text());
    json!({
        "position": position, "scene": scene, "turn": layout.turn, "numbers": layout.numbers,
        "fault": fault, "outcome": outcome,
    })
}
