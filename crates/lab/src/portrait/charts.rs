//! The plots of a portrait. They are narrow, so that their words can be read
//! on a phone; a wide page sets two side by side.

use std::fmt::Write;

use super::Share;
use super::words::percent;
use crate::plot::{Axis, line, number, text};

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 260.0;
/// The frame of the plot: left, top, right, bottom.
const FRAME: [f64; 4] = [50.0, 14.0, WIDTH - 12.0, HEIGHT - 44.0];
/// The most words under an axis.
const WORDS: usize = 8;

/// What the axes of a plot are called.
#[derive(Clone, Copy)]
pub(super) struct Words<'w> {
    /// The plot as a whole, for those who do not see it.
    pub title: &'w str,
    pub x: &'w str,
    /// Stands beside the topmost number.
    pub y: &'w str,
}

/// A line through points.
pub(super) fn curve(points: &[[f64; 2]], words: Words<'_>) -> String {
    let [left, top, right, bottom] = FRAME;
    let x_axis = Axis::new(points.iter().map(|[x, _]| *x), left, right);
    let y_axis = Axis { low: 0.0, ..Axis::new(points.iter().map(|[_, y]| *y).chain([0.0]), bottom, top) };
    let mut svg = open(words, HEIGHT);
    for tick in x_axis.ticks() {
        text(&mut svg, [x_axis.at(tick), bottom + 17.0], "middle", &number(tick));
    }
    level_lines(&mut svg, &y_axis, number);
    let place = |[x, y]: &[f64; 2]| format!("{:.1},{:.1}", x_axis.at(*x), y_axis.at(*y));
    let path: Vec<String> = points.iter().map(place).collect();
    let _ = write!(svg, "<polyline class=\"curve\" points=\"{}\"/>", path.join(" "));
    if let [[x, y]] = points {
        dot(&mut svg, [x_axis.at(*x), y_axis.at(*y)]);
    }
    close(svg, words)
}

/// Bars that stand side by side, each from one value to another.
pub(super) fn histogram(bins: &[([f64; 2], u64)], words: Words<'_>) -> String {
    let [left, top, right, bottom] = FRAME;
    let x_axis = Axis::new(bins.iter().flat_map(|(ends, _)| *ends), left, right);
    let highest = bins.iter().map(|(_, count)| *count as f64);
    let y_axis = Axis { low: 0.0, ..Axis::new(highest.chain([0.0]), bottom, top) };
    let mut svg = open(words, HEIGHT);
    level_lines(&mut svg, &y_axis, number);
    for ([from, to], count) in bins {
        let (x, y) = (x_axis.at(*from), y_axis.at(*count as f64));
        let width = (x_axis.at(*to) - x - 1.0).max(0.6);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
            bottom - y
        );
    }
    for tick in x_axis.ticks() {
        text(&mut svg, [x_axis.at(tick), bottom + 17.0], "middle", &number(tick));
    }
    close(svg, words)
}

/// Shares at rising strength, each with its interval, and a line that means something.
pub(super) fn shares(points: &[(String, Share)], reference: Option<f64>, words: Words<'_>) -> String {
    let [left, top, right, bottom] = FRAME;
    let y_axis = Axis { low: 0.0, high: 1.0, ..Axis::new([0.0, 1.0].into_iter(), bottom, top) };
    let mut svg = open(words, HEIGHT);
    level_lines(&mut svg, &y_axis, |tick| format!("{:.0} %", 100.0 * tick));
    if let Some(reference) = reference {
        line(&mut svg, [left, y_axis.at(reference), right, y_axis.at(reference)], "reference");
    }
    let places = spread_out(&mut svg, points.iter().map(|(name, _)| name.as_str()));
    let path: Vec<String> =
        points.iter().zip(&places).map(|((_, share), x)| format!("{x:.1},{:.1}", y_axis.at(share.value))).collect();
    let _ = write!(svg, "<polyline class=\"curve thin\" points=\"{}\"/>", path.join(" "));
    for ((_, share), x) in points.iter().zip(&places) {
        line(&mut svg, [*x, y_axis.at(share.low), *x, y_axis.at(share.high)], "interval");
        dot(&mut svg, [*x, y_axis.at(share.value)]);
    }
    close(svg, words)
}

/// Values at rising strength.
pub(super) fn steps(points: &[(String, f64)], words: Words<'_>) -> String {
    let [_, top, _, bottom] = FRAME;
    let y_axis = Axis { low: 0.0, ..Axis::new(points.iter().map(|(_, y)| *y).chain([0.0]), bottom, top) };
    let mut svg = open(words, HEIGHT);
    level_lines(&mut svg, &y_axis, number);
    let places = spread_out(&mut svg, points.iter().map(|(name, _)| name.as_str()));
    let ends = || points.iter().zip(&places).map(|((_, y), x)| [*x, y_axis.at(*y)]);
    let path: Vec<String> = ends().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let _ = write!(svg, "<polyline class=\"curve thin\" points=\"{}\"/>", path.join(" "));
    ends().for_each(|end| dot(&mut svg, end));
    close(svg, words)
}

/// A bar of three parts, which lie one after another.
pub(super) struct Stack {
    pub name: String,
    pub parts: [u64; 3],
}

/// Bars of three parts below each other, each with its name above it, as
/// shares of `total`.
pub(super) fn stacks(stacks: &[Stack], total: u64, words: Words<'_>) -> String {
    const ROW: f64 = 44.0;
    let room = WIDTH - 60.0;
    let mut svg = open(words, ROW * stacks.len() as f64 + 4.0);
    for (row, stack) in stacks.iter().enumerate() {
        let top = ROW * row as f64;
        text(&mut svg, [0.0, top + 15.0], "name", &stack.name);
        let mut x = 0.0;
        for (part, class) in stack.parts.iter().zip(["one", "two", "none"]) {
            let width = room * *part as f64 / total.max(1) as f64;
            if *part > 0 {
                let _ = write!(
                    svg,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\"/>",
                    top + 22.0,
                    width.max(1.0)
                );
            }
            x += width;
        }
        let share = 100.0 * stack.parts.iter().sum::<u64>() as f64 / total.max(1) as f64;
        text(&mut svg, [x + 8.0, top + 33.5], "amount", &percent(share));
    }
    svg + "</svg>"
}

/// Places for names along the axis, and the names where there is room.
fn spread_out<'n>(svg: &mut String, names: impl ExactSizeIterator<Item = &'n str>) -> Vec<f64> {
    let [left, _, right, bottom] = FRAME;
    let count = names.len();
    let step = (right - left) / count.max(1) as f64;
    let every = count.div_ceil(WORDS);
    let mut places = Vec::new();
    for (at, name) in names.enumerate() {
        let x = left + step * (at as f64 + 0.5);
        if at % every == 0 {
            text(svg, [x, bottom + 17.0], "middle", name);
        }
        places.push(x);
    }
    places
}

/// Lines across the plot at round values.
fn level_lines(svg: &mut String, axis: &Axis, name: impl Fn(f64) -> String) {
    let [left, _, right, _] = FRAME;
    for tick in axis.ticks() {
        let y = axis.at(tick);
        line(svg, [left, y, right, y], "grid");
        text(svg, [left - 7.0, y + 4.0], "end", &name(tick));
    }
}

fn dot(svg: &mut String, [x, y]: [f64; 2]) {
    let _ = write!(svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
}

fn open(words: Words<'_>, height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", crate::plot::escape(words.title))
}

fn close(mut svg: String, words: Words<'_>) -> String {
    let [left, _, right, bottom] = FRAME;
    line(&mut svg, [left, bottom, right, bottom], "axis");
    text(&mut svg, [f64::midpoint(left, right), bottom + 38.0], "middle label", words.x);
    if !words.y.is_empty() {
        text(&mut svg, [left + 4.0, 11.0], "label", words.y);
    }
    svg + "</svg>"
}
