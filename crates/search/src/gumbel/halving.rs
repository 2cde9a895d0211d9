/// How often a move must have been visited to be looked into at each playout: sequential halving
/// of `considered` moves within `playouts`, as the paper shares them out. The better half of the
/// moves goes on to the next round, until two are left.
pub(super) fn schedule(considered: usize, playouts: u64) -> Vec<u32> {
    if considered <= 1 {
        return (0..playouts as u32).collect();
    }
    let rounds = u64::from(considered.next_power_of_two().trailing_zeros());
    let (mut visits, mut left, mut sequence) = (vec![0; considered], considered, Vec::new());
    while (sequence.len() as u64) < playouts {
        let each = (playouts / (rounds * left as u64)).max(1);
        for _ in 0..each {
            for visits in &mut visits[..left] {
                sequence.push(*visits);
                *visits += 1;
            }
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(playouts as usize);
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_shared_out_by_halving() {
        // Two rounds of four playouts for four moves and two.
        assert_eq!(schedule(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(schedule(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(schedule(1, 3), [0, 1, 2]);
        assert_eq!(schedule(8, 3), [0, 0, 0]);
        assert_eq!(schedule(3, 100).len(), 100);
    }
}
