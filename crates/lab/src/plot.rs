//! Plots as SVG, drawn without a script, so that a report is one file.

use std::fmt::Write;

/// Colours that people who see few colours can tell apart (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"];
/// Patterns of lines; those of the same colour have different ones.
const DASHES: [&str; 3] = ["", "7 4", "2 3"];
/// Narrow, so that words can be read on a phone.
const WIDTH: f64 = 440.0;
/// Room for a line of text.
const LINE: f64 = 20.0;
/// Room around a plot.
const EDGE: f64 = 14.0;
/// About how many numbers stand on an axis.
const TICKS: f64 = 6.0;

/// A value with half its interval.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
    pub error: Option<f64>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

/// Where the values of an axis lie on paper.
pub(crate) struct Axis {
    pub low: f64,
    pub high: f64,
    pub from: f64,
    pub to: f64,
}

impl Axis {
    /// An axis that holds all these values, with a little room at its ends.
    pub fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let room = if high > low { 0.06 * (high - low) } else { 1.0 };
        Axis { low: low - room, high: high + room, from, to }
    }

    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers within the axis: steps of 1, 2 or 5 times a power of ten.
    pub fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / TICKS;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(|number| number as f64 * step).collect()
    }
}

/// Values below each other, each with its name above it and its interval.
pub(crate) fn dots(items: &[(String, f64, Option<f64>)], label: &str) -> String {
    const ROW: f64 = 36.0;
    let bottom = 6.0 + ROW * items.len() as f64;
    let ends = items.iter().flat_map(|(_, value, error)| [value - error.unwrap_or(0.0), value + error.unwrap_or(0.0)]);
    let axis = Axis::new(ends, EDGE, WIDTH - EDGE);
    let mut svg = open(bottom + 2.0 * LINE, label);
    for tick in axis.ticks() {
        let x = axis.at(tick);
        line(&mut svg, [x, 0.0, x, bottom], "grid");
        text(&mut svg, [x, bottom + 16.0], "middle", &number(tick));
    }
    for (row, (name, value, error)) in items.iter().enumerate() {
        let y = ROW * row as f64;
        text(&mut svg, [0.0, y + 15.0], "name", name);
        let y = y + 27.0;
        let interval = error.map(|error| [axis.at(value - error), y, axis.at(value + error), y]);
        mark(&mut svg, COLOURS[0], [axis.at(*value), y], interval);
    }
    text(&mut svg, [WIDTH / 2.0, bottom + 34.0], "middle label", label);
    svg + "</svg>"
}

/// Lines over an axis on which each step multiplies; which is whose stands
/// below, in the order of their ends.
pub(crate) fn lines(series: &[Series], x_label: &str, y_label: &str) -> String {
    let (left, right, top, bottom) = (52.0, WIDTH - EDGE, 24.0, 280.0);
    let all = || series.iter().flat_map(|series| &series.points);
    let x_axis = Axis::new(all().map(|point| point.x.log10()), left, right);
    let ends = all().flat_map(|point| [point.y - point.error.unwrap_or(0.0), point.y + point.error.unwrap_or(0.0)]);
    let y_axis = Axis::new(ends, bottom, top);
    let names = bottom + 2.0 * LINE + 8.0;
    let mut svg = open(names + LINE * series.len() as f64, &format!("{y_label} over {x_label}"));
    for tick in powers(&x_axis) {
        let x = x_axis.at(tick.log10());
        line(&mut svg, [x, top, x, bottom], "grid");
        text(&mut svg, [x, bottom + 16.0], "middle", &number(tick));
    }
    for tick in y_axis.ticks() {
        let y = y_axis.at(tick);
        line(&mut svg, [left, y, right, y], "grid");
        text(&mut svg, [left - 8.0, y + 4.0], "end", &number(tick));
    }
    let end = |series: &Series| series.points.last().map_or(f64::MIN, |point| point.y);
    let mut order: Vec<(usize, &Series)> = series.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| end(b).total_cmp(&end(a)));
    for (row, (number, series)) in order.into_iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let dash = DASHES[number / COLOURS.len() % DASHES.len()];
        let pen = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"");
        let place = |point: &Point| [x_axis.at(point.x.log10()), y_axis.at(point.y)];
        let path: Vec<String> = series.points.iter().map(place).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(svg, "<polyline points=\"{}\" {pen}/>", path.join(" "));
        for point in &series.points {
            let ([x, y], error) = (place(point), point.error);
            let interval = error.map(|error| [x, y_axis.at(point.y - error), x, y_axis.at(point.y + error)]);
            mark(&mut svg, colour, [x, y], interval);
        }
        let y = names + LINE * (row as f64 + 0.5);
        let _ = write!(svg, "<path d=\"M0,{y:.1}h30\" {pen}/>");
        text(&mut svg, [38.0, y + 4.5], "name", &series.name);
    }
    text(&mut svg, [f64::midpoint(left, right), bottom + 34.0], "middle label", x_label);
    text(&mut svg, [left, 14.0], "middle label", y_label);
    svg + "</svg>"
}

/// Round numbers on an axis of logarithms to base ten: powers of ten, and
/// twice and five times these where there are few.
fn powers(axis: &Axis) -> Vec<f64> {
    let within = |value: &f64| (axis.low..=axis.high).contains(&value.log10());
    let times = |factors: &'static [f64]| {
        let decades = axis.low.floor() as i32..=axis.high.ceil() as i32;
        decades.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power))).filter(within)
    };
    let tens: Vec<f64> = times(&[1.0]).collect();
    if tens.len() > 2 { tens } else { times(&[1.0, 2.0, 5.0]).collect() }
}

fn open(height: f64, title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", escape(title))
}

pub(crate) fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], class: &str) {
    let _ = write!(svg, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
}

pub(crate) fn text(svg: &mut String, [x, y]: [f64; 2], class: &str, text: &str) {
    let _ = write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text));
}

/// A value, and the interval around it.
fn mark(svg: &mut String, colour: &str, [x, y]: [f64; 2], interval: Option<[f64; 4]>) {
    if let Some([x1, y1, x2, y2]) = interval {
        let _ = write!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
        );
    }
    let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
}

/// A number as short as it can be told.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    match () {
        () if size >= 1e6 => format!("{}M", value / 1e6),
        () if size >= 1e4 => format!("{}k", value / 1e3),
        // Adding 0 takes the sign from a zero.
        () => format!("{}", (value * 1e6).round() / 1e6 + 0.0),
    }
}

/// Text as it stands in a page.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let axis = Axis::new([-130.0, 260.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks(), [-100.0, 0.0, 100.0, 200.0]);
        assert!(axis.at(-130.0) > 0.0 && axis.at(260.0) < 100.0);
        assert_eq!(Axis::new([5.0].into_iter(), 0.0, 1.0).ticks().len(), 5);
        assert_eq!([number(20000.0), number(0.01), number(-0.0)], ["20k", "0.01", "0"]);
        let powers = |low: f64, high: f64| powers(&Axis { low: low.log10(), high: high.log10(), from: 0.0, to: 1.0 });
        assert_eq!(powers(0.009, 11.0), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!(powers(900.0, 4500.0), [1000.0, 2000.0]);
    }

    #[test]
    fn every_value_is_marked_once() {
        let point = |x: f64| Point { x, y: 10.0 * x, error: Some(1.0) };
        let series = |name: &str| Series { name: name.to_string(), points: vec![point(0.01), point(1.0)] };
        let svg = lines(&[series("a<b"), series("c")], "seconds", "Elo");
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("a&lt;b") && svg.ends_with("</svg>"));
        // Whose line it is stands once.
        assert_eq!(svg.matches(">c</text>").count(), 1);
        let svg = dots(&[("x".to_string(), 1.0, None), ("y".to_string(), 2.0, Some(0.5))], "Elo");
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
