//! Boards as pictures, from the geometry that the game gives.

use std::fmt::Write;

use agon_core::{Board, Piece, Scene, Shape, Side, Tone};

use crate::plot::escape;

/// Room for coordinates around the board, in cells.
const RIM: f32 = 0.7;
/// The largest that a cell is drawn, in heights of a line.
const CELL: f32 = 3.5;

/// A board on which the cells are the darker the larger their number.
pub(super) fn heat(board: &Board, counts: &[u64], class: &str, title: &str) -> String {
    let mut svg = open(board, title);
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    for (cell, count) in board.cells.iter().zip(counts) {
        let polygon = corners(&cell.polygon);
        let _ = write!(
            svg,
            "<g><title>{}: {count}</title><polygon class=\"cell\" points=\"{polygon}\"/>\
             <polygon class=\"{class}\" points=\"{polygon}\" fill-opacity=\"{:.3}\"/></g>",
            escape(&cell.name),
            *count as f64 / most
        );
    }
    svg + "</svg>"
}

/// A position.
pub(super) fn position(board: &Board, scene: &Scene, title: &str) -> String {
    let mut svg = open(board, title);
    for cell in &board.cells {
        let class = if cell.tone == Tone::Dark { "cell dark" } else { "cell" };
        let _ = write!(svg, "<polygon class=\"{class}\" points=\"{}\"/>", corners(&cell.polygon));
    }
    for edge in &board.edges {
        let _ = write!(svg, "<polyline class=\"edge {}\" points=\"{}\"/>", side(edge.side), corners(&edge.line));
    }
    for placed in &scene.pieces {
        if let Some(cell) = board.cells.get(usize::from(placed.cell)) {
            piece(&mut svg, cell.centre, &placed.piece);
        }
    }
    svg + "</svg>"
}

fn open(board: &Board, title: &str) -> String {
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"{} {} {} {}\" style=\"width:{:.0}rem\" role=\"img\" aria-label=\"{}\">",
        -RIM,
        -RIM / 3.0,
        board.width + 4.0 / 3.0 * RIM,
        board.height + 4.0 / 3.0 * RIM,
        // Tall boards are to fit on a screen, and small ones need no large cells.
        (30.0 * board.width / board.height).min(26.0).min(CELL * (board.width + RIM)),
        escape(title)
    );
    for label in &board.labels {
        let [x, y] = label.at;
        let _ =
            write!(svg, "<text class=\"coordinate\" x=\"{x}\" y=\"{:.2}\">{}</text>", y + 0.12, escape(&label.text));
    }
    svg
}

fn corners(points: &[[f32; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{x:.3},{y:.3}")).collect::<Vec<_>>().join(" ")
}

fn side(side: Side) -> &'static str {
    match side {
        Side::One => "one",
        Side::Two => "two",
        Side::Neutral => "neutral",
    }
}

fn piece(svg: &mut String, [x, y]: [f32; 2], piece: &Piece) {
    let side = side(piece.side);
    let polygon = |svg: &mut String, points: &[[f32; 2]]| {
        let points: Vec<[f32; 2]> = points.iter().map(|[dx, dy]| [x + dx, y + dy]).collect();
        let _ = write!(svg, "<polygon class=\"piece {side}\" points=\"{}\"/>", corners(&points));
    };
    match piece.shape {
        Shape::Circle | Shape::Stone => {
            let _ = write!(svg, "<circle class=\"piece {side}\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"0.4\"/>");
        }
        Shape::Triangle => polygon(svg, &[[0.0, -0.46], [0.46, 0.38], [-0.46, 0.38]]),
        Shape::Square | Shape::Tile => polygon(svg, &[[-0.38, -0.38], [0.38, -0.38], [0.38, 0.38], [-0.38, 0.38]]),
        Shape::Pyramid => {
            polygon(svg, &[[-0.44, 0.42], [-0.3, -0.1], [0.0, -0.46], [0.3, -0.1], [0.44, 0.42]]);
        }
        Shape::Number => {}
    }
    if !piece.label.is_empty() {
        // A triangle is wide only near its foot.
        let (most, drop) = if piece.shape == Shape::Triangle { (0.3, 0.25) } else { (0.38, 0.13) };
        let size = if piece.label.chars().count() > 2 { 0.27 } else { most };
        let _ = write!(
            svg,
            "<text class=\"mark {side}\" x=\"{x:.3}\" y=\"{:.3}\" style=\"font-size:{size}px\">{}</text>",
            y + drop,
            escape(&piece.label)
        );
    }
}
