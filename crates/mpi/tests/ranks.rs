//! What several ranks find is what one finds.

mod common;

use std::time::Duration;

use common::{Engine, best, mpirun};

const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn sledge_over_ranks_is_sledge() {
    let sledge = ["rhythmomachy", "--moves", "b3c5", "--agent", "sledge:exhaustive=true", "--depth", "3"];
    let alone = best(1, &sledge);
    for ranks in [2, 3] {
        let found = best(ranks, &sledge);
        for name in ["move", "score", "nodes", "depth"] {
            assert_eq!(found[name], alone[name], "{name} on {ranks} ranks");
        }
        let nodes: Vec<u64> =
            found["nodes_by_rank"].as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).collect();
        assert_eq!(nodes.len(), ranks);
        assert!(nodes.iter().all(|nodes| *nodes > 0), "{nodes:?}");
        assert_eq!(nodes.iter().sum::<u64>(), found["nodes"].as_u64().unwrap());
    }
}

#[test]
fn without_reductions_the_score_is_that_of_one_rank() {
    let agent = "alphabeta:reductions=false,table_cuts=false,quiescence=0,early_repetition=false";
    for (game, depth) in [("andantino", "8"), ("crosphere", "4"), ("rhythmomachy", "5"), ("rithmomachia", "4")] {
        let ask = |ranks| best(ranks, &[game, "--agent", agent, "--depth", depth, "--share", "2"])["score"].clone();
        let alone = ask(1);
        assert_eq!([ask(2), ask(3)], [alone.clone(), alone], "{game}");
    }
}

#[test]
fn rank_0_speaks_the_engine_protocol() {
    let mut command = mpirun(2);
    command.args(["ugi", "rhythmomachy"]);
    let mut engine = Engine::start(command);
    engine.say("ugi");
    engine.hear("ugiok", PATIENCE);
    engine.say("setoption name hash value 16");
    engine.say("isready");
    engine.hear("readyok", PATIENCE);
    for game in 0..2 {
        engine.say("uginewgame");
        engine.say("position startpos moves b3c5");
        engine.say("go depth 5");
        engine.hear("info depth 5", PATIENCE);
        let (line, _) = engine.hear("info string nodes by rank", PATIENCE);
        let nodes: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert!(nodes.len() == 2 && nodes.iter().all(|nodes| *nodes > 0), "game {game}: {line}");
        engine.hear("bestmove", PATIENCE);
    }
    // A search without a limit ends when it is told to, on all ranks.
    engine.say("go infinite");
    engine.hear("info depth 3", PATIENCE);
    engine.say("stop");
    engine.hear("bestmove", PATIENCE);
    engine.say("query p1turn");
    engine.hear("response false", PATIENCE);
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn an_agent_that_cannot_search_with_others_says_so_and_searches() {
    let mut command = mpirun(2);
    command.args(["ugi", "tilesum"]);
    let mut engine = Engine::start(command);
    engine.say("setoption name agent value mcts");
    engine.say("go playouts 100");
    engine.hear("info string mcts searches on rank 0 only", PATIENCE);
    engine.hear("bestmove", PATIENCE);
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn mistakes_are_told_in_one_line() {
    let output = mpirun(2).args(["best", "chess"]).output().unwrap();
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.lines().any(|line| line.starts_with("error: ") && line.contains("chess")), "{text}");
}
