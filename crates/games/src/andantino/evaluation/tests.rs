use agon_core::{Notation, Options, PerPlayer, Rng, keep_forcing};

use super::*;

const KINDS: [&str; 6] = ["side=3", "side=4", "side=5", "side=10", "side=5 tiles=9", "side=5 enclosure=strict"];

/// Positions of random games in which wins at once are rarely taken, so that threats pile up.
fn visit(seed: u64, mut visitor: impl FnMut(&Andantino, &AndantinoPosition)) {
    for options in KINDS {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
        let mut rng = Rng::new(seed);
        for _ in 0..40 {
            let mut position = game.start();
            while position.status == Status::Ongoing {
                visitor(&game, &position);
                let ongoing = |mv: &Cell| after(&game, &position, *mv).status == Status::Ongoing;
                let quiet: Vec<Cell> = position.legal.iter().filter(ongoing).collect();
                let Some(mv) = quiet.get(rng.below(quiet.len().max(1) as u32) as usize) else { break };
                game.play(&mut position, *mv);
            }
        }
    }
}

fn after(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> AndantinoPosition {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

/// Whether the player to move has a move that wins at once.
fn wins_at_once(game: &Andantino, position: &AndantinoPosition) -> bool {
    position.status == Status::Ongoing && position.legal.iter().any(|mv| wins(game, position, mv))
}

fn wins(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
    game.outcome(&after(game, position, mv)).is_some_and(|end| end.winner == Some(position.turn))
}

fn loses(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
    let next = after(game, position, mv);
    next.status == Status::SelfEnclosure || wins_at_once(game, &next)
}

#[test]
fn only_moves_that_lose_or_win_no_sooner_are_dropped() {
    let evaluation = AndantinoEvaluation::default();
    let (mut blocks, mut poisoned, mut rings, mut late) = (0, 0, 0, 0);
    let mut look = |game: &Andantino, position: &AndantinoPosition| {
        let (mut all, mut kept) = (Vec::new(), Vec::new());
        game.moves(position, &mut all);
        let state = evaluation.state(game, position);
        evaluation.candidates(game, position, &state, &mut kept);
        assert!(!kept.is_empty() && kept.iter().all(|mv| all.contains(mv)));
        if kept.len() == all.len() {
            return;
        }
        if kept.len() == 1 && wins(game, position, kept[0]) {
            return;
        }
        let at_once = |mv: &Cell| after(game, position, *mv).status == Status::SelfEnclosure;
        for mv in all.iter().filter(|mv| !kept.contains(mv)) {
            assert!(!wins(game, position, *mv), "{position:?}");
            assert!(loses(game, position, *mv), "{position:?}");
        }
        // Where all lose, the loss is as far away as it can be.
        assert!(!kept.iter().all(at_once) || all.iter().all(at_once), "{position:?}");
        // The first block, or the first move of all, would often lose sooner.
        let stops = state.wins[!position.turn].cells() & position.legal;
        let first = if stops.is_empty() { position.legal.first() } else { stops.first() };
        late += u32::from(kept.len() == 1 && first.is_some_and(|mv| at_once(&mv)) && !at_once(&kept[0]));
        blocks += u32::from(kept.len() == 1);
        poisoned += u32::from(kept.len() > 1);
        rings += u32::from(!game.all_closing(position, !position.turn).is_empty());
    };
    for seed in 1..12 {
        visit(seed, &mut look);
    }
    assert!(blocks > 100 && poisoned > 50 && rings > 50 && late > 20, "{blocks} {poisoned} {rings} {late}");
}

/// What is known without looking at every move is what looking at every move tells.
#[test]
fn the_forced_and_the_forcing_are_found_among_the_candidates() {
    let evaluation = AndantinoEvaluation::default();
    let (mut forced, mut forcing) = (0, 0);
    visit(4, |game, position| {
        let (mut plain, mut quick) = (Vec::new(), Vec::new());
        let state = evaluation.state(game, position);
        evaluation.candidates(game, position, &state, &mut plain);
        let only = plain.len() == 1;
        assert_eq!(evaluation.is_forced(game, position, &state, &mut quick), only);
        assert!(!only || quick == plain);
        assert_eq!(keep_forcing(&evaluation, game, (position, &state), &mut plain), only);
        assert_eq!(evaluation.forcing(game, position, &state, &mut quick), only);
        assert_eq!(quick, plain);
        forced += u32::from(only);
        forcing += u32::from(!only && !plain.is_empty());
    });
    assert!(forced > 100 && forcing > 100, "{forced} {forcing}");
}

#[test]
fn forcing_moves_threaten_to_win_and_others_only_by_a_new_ring() {
    let evaluation = AndantinoEvaluation::default();
    let mut found = 0;
    visit(2, |game, position| {
        let state = evaluation.state(game, position);
        for mv in (position.legal & !state.wins[position.turn].cells()).iter() {
            let (mut next, mut next_state) = (*position, state);
            evaluation.play(game, &mut next, &mut next_state, mv);
            if (state.wins[position.turn].cells() & position.legal).is_empty() && next.status == Status::Ongoing {
                let rings = game.all_closing(&next, position.turn) & !game.all_closing(position, position.turn);
                let threats = next_state.wins[position.turn].cells() & next.legal;
                let forcing = evaluation.is_forcing(game, position, &state, mv);
                assert!(!forcing || !threats.is_empty(), "{position:?}");
                assert!(forcing || (threats & !rings).is_empty(), "{position:?}");
                found += u32::from(forcing);
            }
        }
    });
    assert!(found > 100, "{found}");
}

#[test]
fn colours_and_reflections_make_no_difference_and_nothing_is_out_of_bounds() {
    let evaluation = AndantinoEvaluation::default();
    visit(3, |game, position| {
        let judge =
            |position: &AndantinoPosition| evaluation.evaluate(game, position, &evaluation.state(game, position));
        let judgement = judge(position);
        assert!(judgement.abs() < evaluation.limit());
        let [black, white] = position.stones.0;
        let swapped = game.set_up(PerPlayer([white, black]), !position.turn);
        if position.status == Status::Ongoing && swapped.status == Status::Ongoing {
            assert_eq!(judge(&swapped), judgement);
        }
        let turned = |stones: Bits| stones.iter().map(|cell| Cell::at(cell.column(), cell.row())).collect();
        let mirrored = game.set_up(PerPlayer([turned(black), turned(white)]), position.turn);
        assert_eq!(judge(&mirrored), judgement);
    });
}

#[test]
fn lines_that_can_still_be_five_are_better() {
    let game = Andantino::new(Options::parse(Andantino::INFO.options, "side=4").unwrap()).unwrap();
    let judge = |text: &str| {
        let position = game.parse_position(text).unwrap();
        let evaluation = AndantinoEvaluation::default();
        evaluation.evaluate(&game, &position, &evaluation.state(&game, &position))
    };
    // Three in the longest row against three that no line joins.
    assert!(judge("4/5/2w1w1/1bbb3/2w3/5/4 b") > 50);
    // The same three where a row is too short for five.
    assert!(judge("4/5/2w1w1/1bbb3/2w3/5/4 b") > judge("1bbb/1w1w1/2w3/7/6/5/4 b"));
}
