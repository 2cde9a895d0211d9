use agon_core::{Evaluation, Game, GameInfo};
use agon_games::{UnknownGame, Visitor};
use agon_search::Value;

/// The chance, from 0 to 1, that a game is won by the player whose score this
/// is, as the game's own evaluation reckons it.
pub fn chance(info: &'static GameInfo, value: Value) -> Result<f64, UnknownGame> {
    struct Chance(i32);
    impl Visitor for Chance {
        type Output = f64;
        fn visit<G: Game>(&mut self) -> f64 {
            G::Evaluation::default().chance(self.0)
        }
    }
    match value {
        Value::Points(points) => agon_games::visit(info.name, &mut Chance(points)),
        Value::Win(_) => Ok(1.0),
        Value::Loss(_) => Ok(0.0),
    }
}
