//! Tournaments between agents and engines, good and bad.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{conditions, open};
use agon_lab::{
    Archive, Conditions, Contender, Course, Format, LabError, Openings, RandomOpenings, Runner, Tournament,
};

fn play(
    players: &[&str],
    tournament: Tournament,
    archive: Option<&mut Archive>,
) -> Result<(Course, Vec<String>), LabError> {
    let game = open("rhythmomachy", &[]);
    let players: Vec<Contender> = players.iter().map(|text| text.parse().unwrap()).collect();
    let shared = Conditions { patience: Duration::from_millis(600), ..conditions() };
    let openings = Openings::random(&*game, RandomOpenings { plies: 2, seed: 1, balance: None });
    let runner = Runner::new(&*game, &players, &shared, openings, &Arc::new(AtomicBool::new(false)))?;
    let mut ends = Vec::new();
    let course = tournament.run(&runner, archive, &mut |record, _| {
        ends.push(record.tag("Termination").unwrap_or_default().to_string());
    })?;
    Ok((course, ends))
}

#[test]
fn the_stronger_stands_higher() {
    let tournament = Tournament { format: Format::RoundRobin, games: 4 };
    let (course, ends) = play(&["random", "alphabeta", "greedy"], tournament, None).unwrap();
    assert_eq!((ends.len(), tournament.length(3), course.asked), (12, 12, 12));
    let standings = course.standings(course.results.ratings().as_ref());
    assert_eq!(standings.iter().map(|standing| standing.player).collect::<Vec<_>>(), [1, 2, 0]);
    assert!(standings.iter().all(|standing| standing.games.total() == 8));
}

#[test]
fn in_a_gauntlet_one_meets_all() {
    let tournament = Tournament { format: Format::Gauntlet, games: 2 };
    let (course, _) = play(&["greedy", "random", "random:seed=3"], tournament, None).unwrap();
    assert_eq!((course.results.all(0).total(), course.results.all(2).total()), (4, 2));
    assert_eq!(course.results.against(1, 2).total(), 0);
}

#[test]
fn a_knockout_leaves_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    let tournament = Tournament { format: Format::Knockout, games: 2 };
    let players = ["random", "greedy", "random:seed=3", "alphabeta", "random:seed=4"];
    let mut archive = Archive::create(&path).unwrap();
    let (course, ends) = play(&players, tournament, Some(&mut archive)).unwrap();
    drop(archive);
    assert_eq!(course.stages.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2, 1]);
    let standings = course.standings(None);
    assert!([1, 3].contains(&standings[0].player) && standings[0].won_stages == 3, "{standings:?}");
    // From its records, the same tournament again without a game.
    let before = std::fs::read(&path).unwrap();
    let mut archive = Archive::resume(&path).unwrap();
    let (again, told) = play(&players, tournament, Some(&mut archive)).unwrap();
    assert_eq!((again.results, again.stages, told.len()), (course.results, course.stages, ends.len()));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_swiss_tournament_grows_by_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    let players = ["random", "greedy", "random:seed=3", "alphabeta", "random:seed=4"];
    let rounds = |rounds| {
        let mut archive = Archive::resume(&path).unwrap();
        let tournament = Tournament { format: Format::Swiss(rounds), games: 2 };
        let (course, ends) = play(&players, tournament, Some(&mut archive)).unwrap();
        let rounds = usize::from(rounds);
        assert_eq!((course.asked, ends.len(), tournament.length(5)), (4 * rounds, 4 * rounds, 4 * rounds));
        course.results
    };
    rounds(2);
    let before = std::fs::read(&path).unwrap();
    let results = rounds(4);
    assert!(std::fs::read(&path).unwrap().starts_with(&before));
    let best = (0..5).max_by_key(|player| 2 * results.all(*player).0[2] + results.all(*player).0[1]).unwrap();
    assert!([1, 3].contains(&best), "{results:?}");
    for wrong in ["swiss", "swiss:", "swiss:0", "swiss:x", "swiss:99999", "Swiss:3"] {
        assert!(wrong.parse::<Format>().is_err(), "{wrong}");
    }
    assert_eq!("swiss:12".parse::<Format>().unwrap().to_string(), "swiss:12");
}

#[cfg(unix)]
#[test]
fn bad_engines_never_stop_a_tournament() {
    let bad = [
        "cmd:false",
        "cmd:sleep 100",
        "cmd:yes",
        "cmd:sh -c 'while read x; do case $x in ugi) echo ugiok;; \
               isready) echo readyok;; go*) echo bestmove a1a1;; esac; done'",
    ];
    let players: Vec<&str> = ["random"].into_iter().chain(bad).collect();
    let (course, ends) = play(&players, Tournament { format: Format::RoundRobin, games: 2 }, None).unwrap();
    assert_eq!(ends.len(), 20);
    assert_eq!(course.results.all(0).0, [0, 0, 8]);
    for word in ["crash", "silence", "garbage", "illegal"] {
        assert!(ends.iter().any(|end| end.starts_with(word)), "{word}: {ends:?}");
    }
}
