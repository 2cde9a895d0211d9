use agon_core::{Change, Record, Rng, passed};
use serde::{Deserialize, Serialize};

use crate::edit;
use crate::outline::{self, State};
use crate::record::Tree;
use crate::setup::{Desk, Setup};
use crate::tree::{self, Algorithm};

/// What can be asked, and answered at once.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
enum Request {
    /// What each game says about itself.
    Games,
    /// The rules page of a game.
    Rules { game: String },
    /// The geometry of a board.
    Board { setup: Setup },
    /// A game as it stands after some moves.
    Open { setup: Setup, moves: Vec<String> },
    /// A game as it stood at the start and after each move.
    States { setup: Setup, moves: Vec<String> },
    /// What a move would do.
    Preview {
        setup: Setup,
        moves: Vec<String>,
        #[serde(rename = "move")]
        mv: String,
    },
    /// What is known for certain, and if it is asked what of each move.
    Outlook {
        setup: Setup,
        moves: Vec<String>,
        #[serde(default)]
        each: bool,
    },
    /// Choices of options that make good puzzles.
    Puzzles { setup: Setup },
    /// A legal move at random.
    Random { setup: Setup, moves: Vec<String>, seed: u64 },
    /// The position with the other side to move, in text: what it would do is what it threatens.
    Passed { setup: Setup, moves: Vec<String> },
    /// What positions are set up from.
    Kit { setup: Setup },
    /// A position in the making, after a change.
    Edit { setup: Setup, text: Option<String>, change: Option<Change> },
    /// The records of a text.
    ReadRecords { text: String },
    /// A record as text.
    WriteRecord { record: Tree },
    /// A record in a foreign format.
    Import { game: String, format: String, text: String },
    /// A record written in a foreign format.
    Export { record: Tree, format: String },
    /// The whole tree of a small search.
    SearchTree { setup: Setup, moves: Vec<String>, algorithm: Algorithm, budget: tree::Budget },
}

/// Answers a request.
pub fn ask(desk: &mut Desk, request: &str) -> Result<String, String> {
    let request: Request =
        serde_json::from_str(request).map_err(|error| format!("cannot read the request: {error}"))?;
    match request {
        Request::Games => json(&agon_games::infos().iter().map(|info| outline::game(info)).collect::<Vec<_>>()),
        Request::Rules { game } => json(&agon_games::game_of(&game).map_err(|error| error.to_string())?.rules),
        Request::Board { setup } => json(&desk.game(&setup)?.board()),
        Request::Open { setup, moves } => json(&State::of(desk.play(&setup, &moves)?.1)),
        Request::States { setup, moves } => states(desk, &setup, &moves),
        Request::Preview { setup, moves, mv } => {
            json(&desk.play(&setup, &moves)?.1.preview(&mv).map_err(|error| error.to_string())?)
        }
        Request::Outlook { setup, moves, each } => json(&outline::solution(desk.play(&setup, &moves)?.1, each)),
        Request::Puzzles { setup } => json(&desk.game(&setup)?.puzzles()),
        Request::Random { setup, moves, seed } => json(&desk.play(&setup, &moves)?.1.random_move(&mut Rng::new(seed))),
        Request::Passed { setup, moves } => {
            let (game, play) = desk.play(&setup, &moves)?;
            json(&passed(game, play).map_err(|error| error.to_string())?.position_text())
        }
        Request::Kit { setup } => json(&edit::palette(desk.game(&setup)?)?),
        Request::Edit { setup, text, change } => {
            json(&edit::edit(desk.game(&setup)?, text.as_deref(), change.as_ref())?)
        }
        Request::ReadRecords { text } => read_records(&text),
        Request::WriteRecord { record } => json(&record.into_record()?.to_string()),
        Request::Import { game, format, text } => {
            let game = desk.game(&Setup { game, ..Setup::default() })?;
            let record = game.import(&format, &text).map_err(|error| error.to_string())?;
            json(&checked(record)?)
        }
        Request::Export { record, format } => {
            let mut record = record.into_record()?;
            let game = agon_games::open_record(&mut record).map_err(|error| error.to_string())?;
            let play = record.check(&*game).map_err(|error| error.to_string())?;
            json(&play.export(&format, &record).map_err(|error| error.to_string())?)
        }
        Request::SearchTree { setup, moves, algorithm, budget } => {
            tree::search(desk.play(&setup, &moves)?.1, algorithm, budget).and_then(|tree| json(&tree))
        }
    }
}

pub fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn states(desk: &mut Desk, setup: &Setup, moves: &[String]) -> Result<String, String> {
    let states: Result<Vec<State>, String> =
        (0..=moves.len()).map(|plies| Ok(State::of(desk.play(setup, &moves[..plies])?.1))).collect();
    json(&states?)
}

fn read_records(text: &str) -> Result<String, String> {
    let records = Record::parse_all(text).map_err(|error| error.to_string())?;
    if records.is_empty() {
        return Err("there is no record in it".to_string());
    }
    json(&records.into_iter().map(checked).collect::<Result<Vec<_>, _>>()?)
}

/// A record whose moves and end have been checked.
fn checked(mut record: Record) -> Result<Tree, String> {
    let game = agon_games::open_record(&mut record).map_err(|error| error.to_string())?;
    record.check(&*game).map_err(|error| error.to_string())?;
    Ok(Tree::of(&record, &*game))
}
