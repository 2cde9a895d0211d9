/// A number that cannot be reached by counting.
pub(super) const INFINITE: u32 = 1 << 30;

/// The repetition that a disproof rests on when it rests on none.
pub(super) const NOWHERE: u32 = u32::MAX;

/// How hard it looks to prove that the prover wins, and that it does not: the
/// fewest leaves that have to be proven, or disproven, to that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// 0 when it is proven.
    pub proof: u32,
    /// 0 when it is disproven.
    pub disproof: u32,
    /// For a disproof: the earliest ply of the line whose repetition it rests
    /// on. It holds on other lines only if there is none before itself.
    pub rests_on: u32,
}

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1, rests_on: NOWHERE };
    /// The prover wins.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE, rests_on: NOWHERE };
    /// The prover does not win.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0, rests_on: NOWHERE };

    /// The prover does not win, as far as repeating that ply does not.
    pub const fn repeated(ply: u32) -> Numbers {
        Numbers { proof: INFINITE, disproof: 0, rests_on: ply }
    }

    pub const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A sum that is infinite only if a part of it is.
pub(super) fn add(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { (a + b).min(INFINITE - 1) }
}
