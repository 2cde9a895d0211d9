/// Hundredths of a point that multiply the odds of winning by e. The same in
/// every game, so that scores and chances can be told from each other anywhere.
pub const POINTS_PER_E: f64 = 180.0;

/// Chances nearer to certainty than this are taken for this: a score cannot be
/// endless, and a win that is known is told as one, not as a score.
const NEAREST: f64 = 1e-6;

/// The chance, from 0 to 1, of winning with so many hundredths of a point: a
/// logistic curve on which two points are about 3 to 1.
pub fn chance_of(points: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-points / POINTS_PER_E))
}

/// The hundredths of a point that give this chance of winning.
pub fn points_of(chance: f64) -> i32 {
    let chance = chance.clamp(NEAREST, 1.0 - NEAREST);
    libm::round(POINTS_PER_E * libm::log(chance / (1.0 - chance))) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_chances_are_the_inverse_of_each_other() {
        for points in [-900, -35, 0, 1, 200, 900] {
            assert_eq!(points_of(chance_of(f64::from(points))), points);
        }
        assert!((chance_of(200.0) - 0.752).abs() < 0.001);
        assert_eq!(points_of(0.0), -points_of(1.0));
    }
}
