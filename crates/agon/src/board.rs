//! Any board in the terminal, drawn from its scene.

use std::fmt::Write as _;

use agon_core::{Board, CellId, Counter, DynGame, DynPlay, GameInfo, Piece, Player, Scene, Shape, Side, Swap, Turn};
use anstyle::{AnsiColor, Style};

const ONE: Style = AnsiColor::Cyan.on_default().bold();
const TWO: Style = AnsiColor::Magenta.on_default().bold();
const NEUTRAL: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

/// The board with its pieces, hands and counters; the cells of the last move are underlined.
pub fn draw(game: &dyn DynGame, play: &dyn DynPlay) -> String {
    let scene = play.scene();
    let last: Vec<CellId> = play.last_events().into_iter().next().map(|event| event.cells).unwrap_or_default();
    let mut text = draw_cells(game.info(), &game.board(), &scene, &last);
    draw_legend(&mut text, game.info(), &scene);
    text
}

/// Who is to move, or how it ended.
pub fn status(play: &dyn DynPlay) -> String {
    match (play.outcome_text(), play.turn()) {
        (Some(end), _) => end,
        (None, Turn::Player(player)) => {
            let who =
                if play.swap() == Swap::Done { format!(" (player {})", player.index() + 1) } else { String::new() };
            format!("{}{who} to move", play.info().player(play.side(player)))
        }
        (None, Turn::Chance) => "Chance to move".to_string(),
    }
}

fn style(side: Side) -> Style {
    match side {
        Side::One => ONE,
        Side::Two => TWO,
        Side::Neutral => NEUTRAL,
    }
}

/// A piece in a few characters: sides differ in more than colour.
fn glyph(info: &GameInfo, piece: &Piece) -> String {
    let letter = match piece.shape {
        Shape::Circle => "c",
        Shape::Triangle => "t",
        Shape::Square => "s",
        Shape::Pyramid => "p",
        Shape::Number => return piece.label.clone(),
        Shape::Tile => return format!("[{}]", piece.label),
        Shape::Stone => {
            return match piece.side {
                Side::One => "●",
                Side::Two => "○",
                Side::Neutral => "+",
            }
            .to_string();
        }
    };
    let text = format!("{letter}{}", piece.label);
    if piece.side == Side::from(info.capitals) { text.to_uppercase() } else { text }
}

/// One character cell of the picture.
type Spot = (char, Style);

/// A sheet of characters that grows as it is written on.
#[derive(Default)]
struct Sheet(Vec<Vec<Spot>>);

impl Sheet {
    /// Writes a text whose middle is at a column.
    fn write(&mut self, line: usize, middle: usize, text: &str, style: Style) {
        let length = text.chars().count();
        let first = middle.saturating_sub(length / 2);
        if self.0.len() <= line {
            self.0.resize(line + 1, Vec::new());
        }
        let row = &mut self.0[line];
        if row.len() < first + length {
            row.resize(first + length, (' ', Style::new()));
        }
        for (spot, c) in row[first..].iter_mut().zip(text.chars()) {
            *spot = (c, style);
        }
    }
}

fn draw_cells(info: &GameInfo, board: &Board, scene: &Scene, last: &[CellId]) -> String {
    let glyphs: Vec<(CellId, String, Style)> = scene
        .pieces
        .iter()
        .map(|placed| {
            let style = style(placed.piece.side);
            (
                placed.cell,
                glyph(info, &placed.piece),
                if last.contains(&placed.cell) { style.underline() } else { style },
            )
        })
        .collect();
    let widest = glyphs.iter().map(|(_, glyph, _)| glyph.chars().count()).max().unwrap_or(1).max(2);
    // Even, so that rows shifted by half a cell fall on whole characters.
    let cell_width = (widest + 1).next_multiple_of(2);
    let mut rows: Vec<f32> = board.cells.iter().map(|cell| cell.centre[1]).collect();
    rows.sort_by(f32::total_cmp);
    rows.dedup_by(|a, b| (*a - *b).abs() < 0.1);
    // The first line is for coordinates above the board.
    let above = |y: f32| rows.first().is_some_and(|first| y < first - 0.3);
    let line_of = |y: f32| usize::from(!above(y)) + rows.iter().take_while(|row| **row < y - 0.1).count();
    // One cell of margin on the left, for the coordinates.
    let column_of = |x: f32| ((x + 1.0).max(0.0) * cell_width as f32).round() as usize;
    let mut sheet = Sheet::default();
    for label in &board.labels {
        sheet.write(line_of(label.at[1]).min(rows.len() + 1), column_of(label.at[0]), &label.text, FAINT);
    }
    for cell in &board.cells {
        sheet.write(line_of(cell.centre[1]), column_of(cell.centre[0]), "·", FAINT);
    }
    for (cell, glyph, style) in &glyphs {
        let centre = board.cells[usize::from(*cell)].centre;
        sheet.write(line_of(centre[1]), column_of(centre[0]), glyph, *style);
    }
    let mut text = String::new();
    for row in sheet.0.iter().skip_while(|row| row.is_empty()) {
        let mut current = Style::new();
        for (c, style) in row {
            if *style != current {
                let _ = write!(text, "{current:#}{style}");
                current = *style;
            }
            text.push(*c);
        }
        let _ = writeln!(text, "{current:#}");
    }
    text
}

/// Sides, hands and counters under the board.
fn draw_legend(text: &mut String, info: &GameInfo, scene: &Scene) {
    for player in Player::BOTH {
        let side = Side::from(player);
        let style = style(side);
        let sample =
            scene.pieces.iter().find(|placed| placed.piece.side == side).map(|placed| glyph(info, &placed.piece));
        let sample = sample.map_or_else(String::new, |sample| format!(" ({sample})"));
        let mut parts = Vec::new();
        for hand in scene.hands.iter().filter(|hand| hand.player == player) {
            if let Some(count) = hand.count {
                parts.push(format!("{} in hand {count}", glyph(info, &hand.piece)));
            }
        }
        parts.extend(scene.counters.iter().filter(|counter| counter.player == Some(player)).map(counter_text));
        let name = format!("{style}{}{sample}{style:#}", info.player(player));
        let _ = writeln!(text, "{name}{}{}", if parts.is_empty() { "" } else { ":" }, wrapped(&parts));
    }
    let common: Vec<String> =
        scene.counters.iter().filter(|counter| counter.player.is_none()).map(counter_text).collect();
    if !common.is_empty() {
        let _ = writeln!(text, "Both:{}", wrapped(&common));
    }
}

/// Parts separated by commas; on lines of their own, indented, where one line is not enough.
fn wrapped(parts: &[String]) -> String {
    const WIDTH: usize = 72;
    if parts.is_empty() {
        return String::new();
    }
    let line = parts.join(", ");
    if line.len() <= WIDTH {
        return format!(" {line}");
    }
    let mut lines = vec![String::new()];
    for part in parts {
        if lines.last().is_some_and(|line| line.len() + 2 + part.len() > WIDTH) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            let _ = write!(line, "{}{part}", if line.is_empty() { "" } else { ", " });
        }
    }
    format!("\n  {}", lines.join("\n  "))
}

fn counter_text(counter: &Counter) -> String {
    match counter.target {
        Some(target) => format!("{} {}/{target}", counter.name, counter.value),
        None => format!("{} {}", counter.name, counter.value),
    }
}
