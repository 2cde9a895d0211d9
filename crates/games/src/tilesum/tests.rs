//! What the solver says, against plain recursions over the rules.

use agon_core::solver::{Part, Solution, Verdict};
use agon_core::{Game, Notation, Options, Player, Rng, Solver};

use super::{TileSum, TileSumPosition};

fn game(options: &str) -> TileSum {
    TileSum::new(Options::parse(TileSum::INFO.options, options).unwrap()).unwrap()
}

fn after(game: &TileSum, position: &TileSumPosition) -> Vec<TileSumPosition> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let play = |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        next
    };
    moves.into_iter().map(play).collect()
}

/// The chance that Max wins, in parts of 3^left, by trying everything; `part` says what Min does.
fn wins(game: &TileSum, position: &TileSumPosition, part: Part) -> u64 {
    let all = 3_u64.pow(u32::from(game.moves - position.made));
    if let Some(outcome) = game.outcome(position) {
        return if outcome.winner == Some(Player::One) { all } else { 0 };
    }
    let each: Vec<u64> = after(game, position).iter().map(|next| wins(game, next, part)).collect();
    match (position.open.is_some(), part) {
        (true, Part::Chance) => each.iter().sum::<u64>() / 3,
        (true, Part::Adversary) => each.into_iter().min().unwrap(),
        (true, Part::Friend) => each.into_iter().max().unwrap(),
        // A fill for each move of Max, so that a win with moves to spare weighs as much as any.
        (false, _) => each.into_iter().max().unwrap() * 3,
    }
}

/// The highest goal that Max reaches for sure, by asking for one after the other.
fn highest(game: &TileSum, position: &TileSumPosition, part: Part) -> i64 {
    let reached = |goal: i64| {
        let game = TileSum { goal, ..game.clone() };
        wins(&game, position, part) == 3_u64.pow(u32::from(game.moves - position.made))
    };
    (position.score + 1..1000).take_while(|goal| reached(*goal)).last().unwrap_or(position.score)
}

fn most(solution: &Solution, part: Part) -> i64 {
    solution.prospects.iter().find(|prospect| prospect.part == part).and_then(|prospect| prospect.most).unwrap()
}

#[test]
fn what_can_be_forced_and_what_is_possible_from_the_usual_start() {
    let forced = [1, 3, 4, 7, 9, 11, 14, 16];
    let possible = [1, 3, 6, 10, 15, 21, 28, 36];
    for (moves, (forced, possible)) in (1..).zip(forced.into_iter().zip(possible)) {
        let game = game(&format!("moves={moves} goal={forced}"));
        let solution = game.solve(&game.start());
        assert_eq!(
            (most(&solution, Part::Adversary), most(&solution, Part::Friend)),
            (forced, possible),
            "{moves} moves"
        );
        assert_eq!(solution.verdict, Verdict::Forced);
        let beyond = TileSum { goal: possible + 1, ..game };
        assert_eq!(beyond.solve(&beyond.start()).verdict, Verdict::Lost);
    }
}

#[test]
fn the_chances_of_the_rules_page() {
    let chances = [(1, 1), (23, 27), (19, 27), (47, 81), (5, 9), (20, 81), (11, 81), (0, 1)];
    for (goal, expected) in (9..).zip(chances) {
        let game = game(&format!("goal={goal}"));
        let solution = game.solve(&game.start());
        let chance = solution.prospects.iter().find(|prospect| prospect.part == Part::Chance).unwrap();
        assert_eq!((chance.wins, chance.of), expected, "goal {goal}");
    }
}

#[test]
fn everything_agrees_with_trying_everything() {
    let boards = [
        "moves=4",
        "moves=4 board=-1,-1,2,-3,0,1,-2,1,5",
        "size=2 moves=5 board=-2,1,0,-1",
        "size=4 moves=3 board=1,-1,0,1,0,1,0,-1,1,0,1,-1,0,1,-1,0",
    ];
    let mut rng = Rng::new(7);
    let mut between = 0;
    for options in boards {
        let usual = game(options);
        for _ in 0..6 {
            let game = TileSum { goal: 1 + i64::from(rng.below(12)), ..usual.clone() };
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let solution = game.solve(&position);
                let all = 3_u64.pow(u32::from(game.moves - position.made));
                for prospect in &solution.prospects {
                    let expected = wins(&game, &position, prospect.part);
                    let text = game.position_text(&position);
                    assert_eq!(prospect.wins * all, expected * prospect.of, "{prospect:?} {text} {}", game.goal);
                    between += u32::from(expected > 0 && expected < all);
                }
                assert_eq!(most(&solution, Part::Adversary), highest(&game, &position, Part::Adversary));
                assert_eq!(most(&solution, Part::Friend), highest(&game, &position, Part::Friend));
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
    }
    assert!(between > 10, "{between} chances that are neither none nor sure");
}

#[test]
fn puzzles_are_as_hard_as_they_say() {
    let game = game("");
    let puzzles = game.puzzles();
    let options = |moves: &str, goal: &str| vec![("moves", moves.to_string()), ("goal", goal.to_string())];
    let verdict = |moves: &str, goal: &str| {
        puzzles.iter().find(|puzzle| puzzle.options == options(moves, goal)).map(|puzzle| puzzle.solution.verdict)
    };
    assert_eq!(verdict("5", "9"), Some(Verdict::Forced));
    // 11 of 81: the usual board itself brings the friend's numbers.
    assert_eq!(verdict("5", "15"), Some(Verdict::Luck));
    assert_eq!(verdict("6", "21"), Some(Verdict::Friend));
    assert_eq!(verdict("8", "16"), Some(Verdict::Forced));
    assert_eq!(verdict("8", "36"), Some(Verdict::Friend));
    let lucky = puzzles.iter().filter(|puzzle| puzzle.solution.verdict == Verdict::Luck);
    assert!(lucky.count() >= 5, "{puzzles:?}");
}

#[test]
fn what_is_too_large_is_left_open() {
    let board = ["0"; 25].join(",");
    let game = game(&format!("size=5 moves=99 goal=999 board={board}"));
    let solution = game.solve(&game.start());
    assert_eq!((solution.verdict, solution.prospects.len()), (Verdict::Unknown, 0));
}
