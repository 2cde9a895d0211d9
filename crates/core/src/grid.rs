use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Board, Cell, CellId, Label, PositionError, Tone};

/// A rectangular board with squares named as in chess: files `a`, `b`… from
/// the left, ranks 1, 2… from the bottom. A square's number is
/// `rank * files + file`, so `a1` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many files, at most 26.
    pub files: u8,
    /// How many ranks.
    pub ranks: u8,
}

impl Grid {
    /// How many squares.
    pub const fn squares(self) -> u16 {
        self.files as u16 * self.ranks as u16
    }

    /// The name of a square.
    pub fn name(self, square: CellId) -> String {
        let files = u16::from(self.files);
        format!("{}{}", char::from(b'a' + (square % files) as u8), square / files + 1)
    }

    /// Reads a square's name at the beginning of a text; gives the square and what follows.
    pub fn read(self, text: &str) -> Option<(CellId, &str)> {
        let file = text.bytes().next()?.checked_sub(b'a').filter(|file| *file < self.files)?;
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (rank, rest) = rest.split_at(digits);
        if rank.starts_with('0') {
            return None;
        }
        let rank = rank.parse::<u8>().ok().filter(|rank| (1..=self.ranks).contains(rank))? - 1;
        Some((u16::from(rank) * u16::from(self.files) + u16::from(file), rest))
    }

    /// Reads a text that is a square's name and nothing more.
    pub fn parse(self, text: &str) -> Option<CellId> {
        self.read(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// Reads a move written as two squares, `<from><to>`.
    pub fn parse_pair(self, text: &str) -> Option<(CellId, CellId)> {
        let (from, rest) = self.read(text)?;
        Some((from, self.parse(rest)?))
    }

    /// The picture of the board, rank 1 at the bottom.
    pub fn board(self) -> Board {
        let (files, ranks) = (f32::from(self.files), f32::from(self.ranks));
        let cells = (0..self.squares())
            .map(|square| {
                let (file, rank) = (square % u16::from(self.files), square / u16::from(self.files));
                let (x, y) = (f32::from(file), ranks - 1.0 - f32::from(rank));
                Cell {
                    name: self.name(square),
                    centre: [x + 0.5, y + 0.5],
                    polygon: vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]],
                    tone: if (file + rank) % 2 == 0 { Tone::Dark } else { Tone::Light },
                }
            })
            .collect();
        let letters = (0..self.files)
            .map(|file| Label { text: char::from(b'a' + file).to_string(), at: [f32::from(file) + 0.5, ranks + 0.25] });
        let numbers = (0..self.ranks)
            .map(|rank| Label { text: (rank + 1).to_string(), at: [-0.25, ranks - 0.5 - f32::from(rank)] });
        Board { width: files, height: ranks, cells, labels: letters.chain(numbers).collect(), edges: Vec::new() }
    }

    /// Writes what stands on the board, ranks from the top separated by `/`,
    /// pieces separated by commas, a number for a run of empty squares.
    pub fn write(self, piece: impl Fn(CellId) -> Option<String>) -> String {
        self.write_ranks((0..u16::from(self.ranks)).rev(), piece)
    }

    /// The same with the ranks in this order.
    pub(crate) fn write_ranks(
        self,
        ranks: impl Iterator<Item = u16>,
        piece: impl Fn(CellId) -> Option<String>,
    ) -> String {
        let mut text = String::new();
        for rank in ranks {
            if !text.is_empty() {
                text.push('/');
            }
            let mut empty = 0;
            let mut first = true;
            let mut part = |text: &mut String, part: &dyn std::fmt::Display| {
                let _ = write!(text, "{}{part}", if std::mem::take(&mut first) { "" } else { "," });
            };
            for file in 0..u16::from(self.files) {
                match piece(rank * u16::from(self.files) + file) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            part(&mut text, &std::mem::take(&mut empty));
                        }
                        part(&mut text, &piece);
                    }
                }
            }
            if empty > 0 {
                part(&mut text, &empty);
            }
        }
        text
    }

    /// Reads what [`write`](Grid::write) writes: each square that is not
    /// empty, with the text of its piece.
    pub fn pieces(self, text: &str) -> Result<Vec<(CellId, &str)>, PositionError> {
        self.pieces_of((0..u16::from(self.ranks)).rev(), text)
    }

    /// The same with the ranks in this order.
    pub(crate) fn pieces_of(
        self,
        ranks: impl Iterator<Item = u16>,
        text: &str,
    ) -> Result<Vec<(CellId, &str)>, PositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(self.ranks) {
            return Err(PositionError::new(format!("the board has {} ranks, expected {}", rows.len(), self.ranks)));
        }
        let mut pieces = Vec::new();
        for (row, rank) in rows.iter().zip(ranks) {
            let files = u16::from(self.files);
            let mut file = 0u16;
            for part in row.split(',') {
                if let Ok(empty) = part.parse::<u8>() {
                    file = file.saturating_add(u16::from(empty));
                } else if part.is_empty() {
                    return Err(PositionError::new(format!("rank {} has an empty entry", rank + 1)));
                } else {
                    if file < files {
                        pieces.push((rank * files + file, part));
                    }
                    file = file.saturating_add(1);
                }
            }
            if file != files {
                return Err(PositionError::new(format!("rank {} has {file} cells, expected {files}", rank + 1)));
            }
        }
        Ok(pieces)
    }

    /// The same as what stands on each square, for a [`Setup`](crate::Setup).
    pub fn setup_pieces(self, text: &str) -> Result<BTreeMap<CellId, String>, PositionError> {
        Ok(self.pieces(text)?.into_iter().map(|(square, piece)| (square, piece.to_string())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Grid = Grid { files: 8, ranks: 16 };

    #[test]
    fn names_round_trip_and_nothing_else_is_read() {
        for square in 0..LONG.squares() {
            assert_eq!(LONG.parse(&LONG.name(square)), Some(square));
        }
        assert_eq!(LONG.parse_pair("c13c12"), Some((98, 90)));
        for wrong in ["", "a", "a0", "a01", "a17", "i1", "A1", "a1 ", "é1", "a999999999999"] {
            assert_eq!(LONG.parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn boards_round_trip_and_damage_is_named() {
        let grid = Grid { files: 3, ranks: 2 };
        let text = grid.write(|square| {
            [Some("s49"), None, None, None, Some("C2"), Some("x")][square as usize].map(str::to_string)
        });
        assert_eq!(text, "1,C2,x/s49,2");
        assert_eq!(grid.pieces(&text).unwrap(), [(4, "C2"), (5, "x"), (0, "s49")]);
        let refused = |text| grid.pieces(text).unwrap_err().to_string();
        assert_eq!(refused("3"), "bad position: the board has 1 ranks, expected 2");
        assert_eq!(refused("3/x,255"), "bad position: rank 1 has 256 cells, expected 3");
        assert_eq!(refused("3/1,,1"), "bad position: rank 1 has an empty entry");
        let long = format!("3/255{}", ",255".repeat(999));
        assert_eq!(refused(&long), "bad position: rank 1 has 65535 cells, expected 3");
    }
}
