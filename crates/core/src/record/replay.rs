use super::{GameResult, Line, Ply, Record, RecordError};
use crate::{DynGame, DynPlay};

impl Record {
    /// The record of a game in progress: its moves, and how it stands.
    pub fn of(play: &dyn DynPlay) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", play.info().name);
        record.set_tag("Options", &play.options().to_string());
        if !play.starts_as_usual() {
            record.set_tag(Record::POSITION, &play.start_text());
        }
        record.main.plies = play.line().into_iter().map(Ply::new).collect();
        if let Some(outcome) = play.outcome() {
            record.result = GameResult::of(outcome.winner);
            let detail = play.outcome_detail().map_or_else(String::new, |detail| format!(": {detail}"));
            record.set_tag("Termination", &format!("{}{detail}", outcome.reason));
        }
        record
    }

    /// The position that the record begins from.
    pub fn beginning(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>, RecordError> {
        match self.tag(Record::POSITION) {
            Some(text) => Ok(game.position(text)?),
            None => Ok(game.start()),
        }
    }

    /// Plays the moves of the record; variations are not looked at.
    pub fn replay(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>, RecordError> {
        let mut play = self.beginning(game)?;
        for (at, ply) in self.main.plies.iter().enumerate() {
            play.play(&ply.mv).map_err(|error| RecordError::Move { ply: at + 1, variation: false, error })?;
        }
        Ok(play)
    }

    /// Plays all of it, variations too, and checks that it ended as it says.
    pub fn check(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>, RecordError> {
        check_variations(&self.main, self.beginning(game)?, 0, false)?;
        let play = self.replay(game)?;
        let said_reason = self.tag("Termination").map(|text| text.split(':').next().unwrap_or(text).trim());
        match play.outcome() {
            Some(outcome) => {
                let result = GameResult::of(outcome.winner);
                let known = |word: &str| play.info().reasons.iter().any(|reason| reason.word == word);
                if self.result != result {
                    return Err(end(self.result.to_string(), format!("the game ended {result} ({})", outcome.reason)));
                }
                if let Some(said) = said_reason.filter(|said| known(said) && *said != outcome.reason) {
                    return Err(end(said.to_string(), format!("the game ended by {}", outcome.reason)));
                }
            }
            // A game that the rules did not end may have ended otherwise: somebody resigned, or lost on time.
            None => {
                if let Some(said) = said_reason
                    && play.info().reasons.iter().any(|reason| reason.word == said)
                {
                    return Err(end(said.to_string(), "the game has not ended by any rule".to_string()));
                }
            }
        }
        Ok(play)
    }
}

fn end(said: String, found: String) -> RecordError {
    RecordError::End { said, found }
}

/// Plays a line from its beginning, going into every variation on the way.
fn check_variations(line: &Line, mut play: Box<dyn DynPlay>, first: usize, variation: bool) -> Result<(), RecordError> {
    for (at, ply) in line.plies.iter().enumerate() {
        for other in &ply.variations {
            check_variations(other, play.boxed_clone(), first + at, true)?;
        }
        play.play(&ply.mv).map_err(|error| RecordError::Move { ply: first + at + 1, variation, error })?;
    }
    Ok(())
}
