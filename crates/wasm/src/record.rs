//! A record as a tree in JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use agon_core::{DynGame, Eval, GameResult, Line, Options, Ply, Record, Remark};
use serde::{Deserialize, Serialize};

/// A record: rules, start, tags and the tree of moves.
#[derive(Debug, Serialize, Deserialize)]
pub struct Tree {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// All tags but those that the fields beside them hold.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
    #[serde(flatten)]
    main: Branch,
}

/// Moves that follow one another, with what is said before the first.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Branch {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remark: Option<Said>,
    moves: Vec<Node>,
}

/// A move with what is said of it and what could have been played instead.
#[derive(Debug, Serialize, Deserialize)]
struct Node {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remark: Option<Said>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Branch>,
}

/// Words and figures of a search.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<Judged>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// In milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
}

/// From player 1's side: hundredths of a point, or half moves to a win.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Judged {
    Cp(i32),
    Mate(i32),
}

/// Tags that are fields of the tree.
const FIELDS: [&str; 3] = ["Game", "Options", Record::POSITION];

impl Tree {
    /// The tree of a record of this game.
    pub fn of(record: &Record, game: &dyn DynGame) -> Tree {
        let other = record.tags().filter(|(name, _)| !FIELDS.contains(name));
        Tree {
            game: game.info().name.to_string(),
            options: changed(game.options()),
            position: record.tag(Record::POSITION).map(str::to_string),
            tags: other.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            result: record.result.to_string(),
            main: Branch::of(&record.main),
        }
    }

    /// The record of this tree.
    pub fn into_record(self) -> Result<Record, String> {
        let info = agon_games::game_of(&self.game).map_err(|error| error.to_string())?;
        let pairs = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::from_pairs(info.options, pairs).map_err(|error| error.to_string())?;
        let result = GameResult::parse(&self.result)
            .ok_or_else(|| format!("a result is 1-0, 0-1, 1/2-1/2 or *, not `{:.40}`", self.result))?;
        let mut record = Record::new(self.main.into_line(), result);
        for (name, value) in &self.tags {
            record.set_tag(name, value);
        }
        record.set_tag("Game", info.name);
        record.set_tag("Options", &options.to_string());
        record.set_tag(Record::POSITION, self.position.as_deref().unwrap_or(""));
        Ok(record)
    }
}

/// The options that are not at their defaults.
fn changed(options: &Options) -> BTreeMap<String, String> {
    let text = options.to_string();
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

impl Branch {
    fn of(line: &Line) -> Branch {
        Branch { remark: Said::of(&line.remark), moves: line.plies.iter().map(Node::of).collect() }
    }

    fn into_line(self) -> Line {
        Line {
            remark: self.remark.map(Said::into_remark).unwrap_or_default(),
            plies: self.moves.into_iter().map(Node::into_ply).collect(),
        }
    }
}

impl Node {
    fn of(ply: &Ply) -> Node {
        Node {
            mv: ply.mv.clone(),
            glyphs: ply.glyphs.clone(),
            remark: Said::of(&ply.remark),
            variations: ply.variations.iter().map(Branch::of).collect(),
        }
    }

    fn into_ply(self) -> Ply {
        Ply {
            mv: self.mv,
            glyphs: self.glyphs,
            remark: self.remark.map(Said::into_remark).unwrap_or_default(),
            variations: self.variations.into_iter().map(Branch::into_line).collect(),
        }
    }
}

impl Said {
    fn of(remark: &Remark) -> Option<Said> {
        let eval = remark.eval.map(|eval| match eval {
            Eval::Points(points) => Judged::Cp(points),
            Eval::Mate(plies) => Judged::Mate(plies),
        });
        let said = Said {
            text: remark.text.clone(),
            eval,
            depth: remark.depth,
            time: remark.time.map(|time| time.as_millis() as u64),
        };
        (!remark.is_empty()).then_some(said)
    }

    fn into_remark(self) -> Remark {
        let eval = self.eval.map(|eval| match eval {
            Judged::Cp(points) => Eval::Points(points),
            Judged::Mate(plies) => Eval::Mate(plies),
        });
        Remark { eval, depth: self.depth, time: self.time.map(Duration::from_millis), text: self.text }
    }
}
