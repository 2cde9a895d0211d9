use std::collections::BTreeMap;

use agon_core::{Evaluation, Game, Notation, Options, Rng};

use super::*;
use crate::andantino::{Andantino, AndantinoEvaluation};

#[test]
fn every_line_of_the_weights_is_read_and_names_a_pattern_once() {
    let mut seen = BTreeMap::new();
    for line in TEXT.lines() {
        let (kind, cells, weight) = parse(line).expect(line);
        let (pattern, sign) = AndantinoPattern::find(kind, index(cells)).expect(line);
        assert_eq!((pattern.to_string(), sign), (line.split(' ').next().unwrap().to_owned(), 1));
        assert_eq!(seen.insert(pattern, weight), None, "{line}");
    }
    assert!(seen.len() > 500);
}

/// What is carried along from move to move is the sum over the whole board.
#[test]
fn the_balance_is_the_sum_of_all_patterns() {
    let weights: BTreeMap<String, i32> = TEXT
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(pattern, weight)| (pattern.to_owned(), weight.parse().unwrap()))
        .collect();
    let (mut nonzero, evaluation) = (0, AndantinoEvaluation::default());
    for options in ["side=3", "side=4", "side=10"] {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
        let mut rng = Rng::new(6);
        for _ in 0..20 {
            let mut position = game.start();
            let mut state = evaluation.state(&game, &position);
            while let Some(cell) = game.random_move(&position, &mut rng) {
                evaluation.play(&game, &mut position, &mut state, cell);
                let worth = |(pattern, sign): (AndantinoPattern, i32)| {
                    sign * weights.get(&pattern.to_string()).copied().unwrap_or(0)
                };
                let sum: i32 = game.patterns(&position).into_iter().map(worth).sum();
                assert_eq!(state.balance, sum, "{}", game.position_text(&position));
                nonzero += u32::from(sum != 0);
            }
        }
    }
    assert!(nonzero > 500);
}

/// Where all stones are near, a glance sees all there is.
#[test]
fn a_glance_at_neighbours_is_exact() {
    let game = Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap();
    let (mut rng, mut seen, patterns) = (Rng::new(3), 0, Patterns::built_in());
    for plies in (1..4).flat_map(|plies| [plies; 50]) {
        let mut position = game.start();
        (0..plies).for_each(|_| {
            let cell = game.random_move(&position, &mut rng).unwrap();
            game.play(&mut position, cell);
        });
        for cell in position.legal.iter() {
            let spot = game.board.spot(cell);
            if spot.near.within(&position.occupied()).count() == position.occupied().count() {
                let (lines, turn) = (&position.lines, position.turn);
                let (star, near) = (lines.star(turn, spot), lines.near(turn, spot));
                let change = patterns.change(lines, (turn, spot), (star, near));
                assert_eq!(patterns.glance(star, spot), change + i32::from(closing(star)));
                seen += u32::from(change != 0);
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn patterns_are_the_same_whichever_way_they_lie() {
    let find = |line: &str| {
        let (kind, cells, _) = parse(&format!("{line} 0")).unwrap();
        AndantinoPattern::find(kind, index(cells)).map(|(pattern, sign)| (pattern.to_string(), sign))
    };
    let (row, sign) = find("bb.w..#").unwrap();
    assert_eq!(find("#..w.bb"), Some((row.clone(), sign)));
    assert_eq!(find("ww.b..#"), Some((row, -sign)));
    let (ring, sign) = find("b./w.b/..").unwrap();
    for image in ["wb/.../.b", "../b.w/.b", "../w.b/b."] {
        assert_eq!(find(image), Some((ring.clone(), sign)), "{image}");
    }
    // Nobody's: the same for both, or nothing there at all.
    assert_eq!([find("b..#..w"), find("b.w.b.w"), find("......."), find("../.../#.")].map(|f| f.is_some()), [false; 4]);
}
