use std::fmt;

use super::{Line, Record};

/// The longest line of moves; a longer comment stands on a line of its own.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |f: &mut fmt::Formatter<'_>, name: &str, value: &str| {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
        };
        for name in Record::TAGS {
            if name == "Result" {
                tag(f, name, &self.result.to_string())?;
            } else if let Some(value) = self.tag(name) {
                tag(f, name, value)?;
            }
        }
        for (name, value) in self.tags().filter(|(name, _)| !Record::TAGS.contains(name)) {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut words = Vec::new();
        line_words(&self.main, 0, &mut words);
        words.push(self.result.to_string());
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

/// The words of a line whose first move is half move `first`, counted from 0.
fn line_words(line: &Line, first: usize, words: &mut Vec<String>) {
    // A number stands before every first half move of a pair, and wherever
    // something came between.
    let mut numbered = false;
    if !line.remark.is_empty() {
        words.push(line.remark.to_string());
    }
    for (ply, played) in (first..).zip(&line.plies) {
        let number = ply / 2 + 1;
        if ply % 2 == 0 {
            words.push(format!("{number}. {}", played.mv));
        } else if numbered {
            words.push(played.mv.clone());
        } else {
            words.push(format!("{number}... {}", played.mv));
        }
        numbered = played.remark.is_empty() && played.variations.is_empty();
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        if !played.remark.is_empty() {
            words.push(played.remark.to_string());
        }
        for variation in &played.variations {
            let opening = words.len();
            line_words(variation, ply, words);
            if words.len() == opening {
                words.push(String::new());
            }
            words[opening].insert(0, '(');
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
    }
}
