//! The distribution that explains results best, among those with a given
//! strength. Van den Bergh, "A practical introduction to the GSPRT", section 4.

/// A distribution: each value with its probability, which is never zero.
pub(super) type Distribution<const N: usize> = [(f64, f64); N];

/// Steps of the bisection: enough for every bit of a number.
const HALVINGS: u32 = 80;
/// The most rounds towards a fixed point, and when it has been reached.
const ROUNDS: u32 = 50;
const REACHED: f64 = 1e-10;

/// The most likely distribution whose mean is `mean`, given what was seen.
/// `None` when the mean is not between the values.
pub(super) fn with_mean<const N: usize>(seen: &Distribution<N>, mean: f64) -> Option<Distribution<N>> {
    let (least, most) =
        seen.iter().fold((f64::MAX, f64::MIN), |(least, most), (value, _)| (least.min(*value), most.max(*value)));
    if !(least < mean && mean < most) {
        return None;
    }
    // The probabilities are p / (1 + x (a - mean)), for the one x at which
    // the mean is right; the sum falls as x rises.
    let excess = |x: f64| seen.iter().map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    Some(seen.map(|(a, p)| (a, p / (1.0 + x * (a - mean)))))
}

/// The most likely distribution whose mean is `deviations` standard deviations
/// above one half, given what was seen.
pub(super) fn with_deviations<const N: usize>(seen: &Distribution<N>, deviations: f64) -> Option<Distribution<N>> {
    // The condition is not linear; each round makes it so around the
    // distribution found before.
    let mut found = seen.map(|(a, _)| (a, 1.0 / N as f64));
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().map(|(a, p)| a * p).sum();
        let deviation = found.iter().map(|(a, p)| p * (a - mean) * (a - mean)).sum::<f64>().sqrt();
        let linear = seen.map(|(a, p)| {
            let off = (mean - a) / deviation;
            (a - 0.5 - deviations * deviation * (1.0 + off * off) / 2.0, p)
        });
        let next = with_mean(&linear, 0.0)?;
        let change = (0..N).map(|at| (next[at].1 - found[at].1).abs()).fold(0.0, f64::max);
        for at in 0..N {
            found[at].1 = next[at].1;
        }
        if change < REACHED {
            break;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_holds() {
        let seen = [(0.0, 0.3), (0.5, 0.3), (1.0, 0.4)];
        let found = with_mean(&seen, 0.6).unwrap();
        assert!((found.iter().map(|(a, p)| a * p).sum::<f64>() - 0.6).abs() < 1e-9);
        assert!((found.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(with_mean(&seen, 1.0), None);
        let found = with_deviations(&seen, 0.1).unwrap();
        let mean: f64 = found.iter().map(|(a, p)| a * p).sum();
        let variance: f64 = found.iter().map(|(a, p)| p * (a - mean) * (a - mean)).sum();
        assert!(((mean - 0.5) / variance.sqrt() - 0.1).abs() < 1e-6);
    }
}
