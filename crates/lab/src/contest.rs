use std::ops::ControlFlow;

use agon_core::{PerPlayer, Player, Record};

use crate::runner::Fixtures;
use crate::{Archive, Fixture, LabError, Runner, Sprt, Tally};

/// A match of two players: every opening is played twice, sides swapped.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// How many games; an odd number leaves the last opening unpaired.
    pub games: usize,
    /// The test that ends the match as soon as it has decided.
    pub sprt: Option<Sprt>,
}

impl Contest {
    /// Plays the match of the runner's first two players; `tell` hears of
    /// every game, with what the match has come to.
    pub fn run(
        &self,
        runner: &Runner<'_>,
        archive: Option<&mut Archive>,
        tell: &mut (dyn FnMut(&Record, &Tally) + Send),
    ) -> Result<Tally, LabError> {
        let mut tally = Tally::default();
        let fixtures = Fixtures { games: self.games, at: &fixture };
        runner.run(fixtures, archive, &mut |fixture, record| {
            let first_is = if fixture.players[Player::One] == 0 { Player::One } else { Player::Two };
            tally.add(record, first_is, fixture.opening);
            tell(record, &tally);
            match self.sprt.and_then(|sprt| sprt.verdict(&tally.pairs)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })?;
        Ok(tally)
    }
}

/// The game of this number, counted from 0.
fn fixture(number: usize) -> Fixture {
    let players = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    Fixture { round: number + 1, players: PerPlayer(players), opening: number / 2 }
}
