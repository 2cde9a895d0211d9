use agon_core::{Evaluation, Tracked};

use super::*;
use crate::andantino::AndantinoEvaluation;
use crate::andantino::state::AndantinoState;

fn game(options: &str) -> Andantino {
    Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap()
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Tracked<AndantinoPosition, AndantinoState>>() <= 872);
}

/// What each legal move changes step by step equals what is made from the
/// stones at once. Games end only when every move ends them, so that they
/// grow long and rings are closed.
#[test]
fn positions_made_step_by_step_equal_positions_set_up() {
    let (mut walled, mut ends) = (0, [0; 5]);
    for options in ["side=3", "side=4", "side=5", "side=10 tiles=60", "side=4 enclosure=strict"] {
        let (game, evaluation) = (game(options), AndantinoEvaluation::default());
        let mut rng = Rng::new(4);
        for _ in 0..12 {
            let mut position = game.start();
            while position.status == Status::Ongoing {
                let next = |cell| {
                    let mut next = position;
                    let mut state = evaluation.state(&game, &position);
                    evaluation.play(&game, &mut next, &mut state, cell);
                    assert_eq!(game.set_up(next.stones, next.turn), next, "{options}");
                    assert_eq!(evaluation.state(&game, &next), state, "{options}");
                    let mut plain = position;
                    game.play(&mut plain, cell);
                    assert_eq!(plain, next, "{options}");
                    assert_eq!(game.key_after(&position, cell), Some(game.key(&next)));
                    next
                };
                let mut all: Vec<AndantinoPosition> = position.legal.iter().map(next).collect();
                for next in &all {
                    walled += usize::from(!next.walled.is_empty());
                    ends[next.status as usize] += 1;
                }
                if all.iter().any(|next| next.status == Status::Ongoing) {
                    all.retain(|next| next.status == Status::Ongoing);
                }
                position = all[rng.below(all.len() as u32) as usize];
            }
        }
    }
    assert!(walled > 300, "rings are too rare: {walled}");
    assert!(ends.iter().all(|count| *count > 10), "{ends:?}");
}
