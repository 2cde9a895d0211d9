//! The engine as a browser's worker uses it, without a browser.

use agon_wasm::Engine;
use serde_json::{Value, json};

fn ask(engine: &mut Engine, request: &Value) -> Result<Value, String> {
    engine.ask(&request.to_string()).map(|answer| serde_json::from_str(&answer).unwrap())
}

fn think(engine: &mut Engine, request: &Value) -> Result<(Value, Vec<Value>), String> {
    let mut reports = Vec::new();
    let answer =
        engine.think_with(&request.to_string(), &mut |json| reports.push(serde_json::from_str(&json).unwrap()))?;
    Ok((serde_json::from_str(&answer).unwrap(), reports))
}

fn names() -> Vec<String> {
    let games = ask(&mut Engine::new(), &json!({ "ask": "games" })).unwrap();
    games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap().to_string()).collect()
}

/// A random game to its end, or for a hundred half moves.
fn random_game(engine: &mut Engine, game: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 100 {
        let request = json!({ "ask": "random", "setup": { "game": game }, "moves": moves, "seed": moves.len() });
        let Some(mv) = ask(engine, &request).unwrap().as_str().map(str::to_string) else { break };
        moves.push(mv);
    }
    moves
}

#[test]
fn every_game_describes_itself_wholly() {
    let games = ask(&mut Engine::new(), &json!({ "ask": "games" })).unwrap();
    for game in games.as_array().unwrap() {
        let rules = ask(&mut Engine::new(), &json!({ "ask": "rules", "game": game["name"] })).unwrap();
        assert!(rules.as_str().unwrap().starts_with("# "), "{}", game["name"]);
        assert_eq!(game["players"].as_array().unwrap().len(), 2);
        assert!(game["agents"].as_array().unwrap().iter().any(|agent| agent["name"] == "best"));
        let offered = |agent: &&Value| agent["offer"]["strength"]["values"].is_array();
        assert!(game["agents"].as_array().unwrap().iter().filter(offered).count() >= 5, "{}", game["name"]);
        for option in game["options"].as_array().unwrap() {
            let ranged = option["min"].is_i64() && option["max"].is_i64();
            assert!(ranged || option["choices"].is_array(), "{option}");
        }
        let board = ask(&mut Engine::new(), &json!({ "ask": "board", "setup": { "game": game["name"] } })).unwrap();
        assert!(board["cells"].as_array().unwrap().len() >= 9);
    }
}

/// Whatever was asked before, the answer is that of an engine that was asked nothing.
#[test]
fn going_back_and_forth_in_a_game_changes_no_answer() {
    for game in names() {
        let mut engine = Engine::new();
        let moves = random_game(&mut engine, &game);
        let states = ask(&mut engine, &json!({ "ask": "states", "setup": { "game": game }, "moves": moves })).unwrap();
        assert_eq!(states.as_array().unwrap().len(), moves.len() + 1);
        for plies in [moves.len(), 3, moves.len() / 2, 0, moves.len()] {
            let open = json!({ "ask": "open", "setup": { "game": game }, "moves": moves[..plies] });
            let here = ask(&mut engine, &open).unwrap();
            assert_eq!(here, states[plies], "{game} after {plies}");
            assert_eq!(here, ask(&mut Engine::new(), &open).unwrap(), "{game} after {plies}");
            assert_eq!(here["outcome"].is_null(), !here["choices"].as_array().unwrap().is_empty());
        }
        let first = &moves[0];
        let preview = json!({ "ask": "preview", "setup": { "game": game }, "moves": [], "move": first });
        assert_eq!(ask(&mut engine, &preview).unwrap(), states[1]["events"], "{game}");
    }
}

#[test]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut engine = Engine::new();
    let open = |moves: Value| json!({ "ask": "open", "setup": { "game": "tilesum" }, "moves": moves });
    let before = ask(&mut engine, &open(json!(["u", "0"]))).unwrap();
    let refused = ask(&mut engine, &open(json!(["u", "0", "x"]))).unwrap_err();
    assert!(refused.starts_with("move 3: cannot read `x` as a move"), "{refused}");
    assert_eq!(ask(&mut engine, &open(json!(["u", "0"]))).unwrap(), before);
}

#[test]
fn chances_are_told_where_chance_moves() {
    let setup = json!({ "game": "tilesum", "options": { "min": "random" } });
    let state = ask(&mut Engine::new(), &json!({ "ask": "open", "setup": setup, "moves": ["u"] })).unwrap();
    assert_eq!(state["turn"], "chance");
    let sum: f64 = state["chances"].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn records_are_read_as_trees_and_written_as_they_were() {
    let text = r#"[Game "tilesum"]
[Options "goal=10 moves=3"]
[First "Ann"]
[Result "0-1"]
[Termination "moves: score 6 of 10 after 3 moves"]
[Event "A \"test\""]

{before} 1. u 0 $2 {[%eval -0.35] [%depth 12] [%time 1.250] a comment} 2. u +1
(2... 0 {[%eval #-3]} 3. d) 3. d 0-1
"#;
    let mut engine = Engine::new();
    let records = ask(&mut engine, &json!({ "ask": "readRecords", "text": text })).unwrap();
    let tree = &records[0];
    assert_eq!(tree["options"], json!({ "goal": "10", "moves": "3" }));
    assert_eq!(tree["tags"]["First"], "Ann");
    assert_eq!(tree["remark"], json!({ "text": "before" }));
    let told = json!({ "text": "a comment", "eval": { "cp": -35 }, "depth": 12, "time": 1250 });
    assert_eq!(tree["moves"][1], json!({ "move": "0", "glyphs": [2], "remark": told }));
    assert_eq!(tree["moves"][3]["variations"][0]["moves"][0]["remark"]["eval"], json!({ "mate": -3 }));
    assert_eq!(ask(&mut engine, &json!({ "ask": "writeRecord", "record": tree })).unwrap(), text);
}

#[test]
fn foreign_formats_are_written_and_read() {
    let games = ask(&mut Engine::new(), &json!({ "ask": "games" })).unwrap();
    let mut tried = 0;
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        for format in game["formats"].as_array().unwrap() {
            let moves: Vec<Value> =
                random_game(&mut Engine::new(), name)[..4].iter().map(|mv| json!({ "move": mv })).collect();
            let record = json!({ "game": name, "result": "*", "moves": moves });
            let export = json!({ "ask": "export", "record": record, "format": format["name"] });
            let Ok(text) = ask(&mut Engine::new(), &export) else { continue };
            let import = json!({ "ask": "import", "game": name, "format": format["name"], "text": text });
            let tree = ask(&mut Engine::new(), &import).unwrap();
            assert_eq!(tree["game"], *name);
            tried += 1;
        }
    }
    assert!(tried > 0);
}

#[test]
fn chances_and_scores_are_from_the_sides_they_say() {
    // In Andantino player two moves first: what is good for the mover is bad for player one.
    let request =
        json!({ "setup": { "game": "andantino" }, "moves": [], "agent": "alphabeta", "limits": { "depth": 3 } });
    let (report, on_the_way) = think(&mut Engine::new(), &request).unwrap();
    let (points, chance) = (report["score"]["value"].as_i64().unwrap(), report["chance"].as_f64().unwrap());
    assert_eq!(points < 0, chance > 0.5, "{report}");
    assert_eq!(on_the_way.last().unwrap()["depth"], 3);
    assert_eq!(report["pv"][0], report["best"]);
}

#[test]
fn a_search_with_the_same_nodes_gives_the_same_move() {
    for game in names() {
        let request = json!({ "setup": { "game": game }, "moves": [], "agent": "best", "limits": { "nodes": 3000 } });
        let once = think(&mut Engine::new(), &request).unwrap().0;
        let again = think(&mut Engine::new(), &request).unwrap().0;
        assert_eq!((&once["best"], &once["pv"], &once["nodes"]), (&again["best"], &again["pv"], &again["nodes"]));
    }
}

/// Counts the positions of a tree and checks what holds for each.
fn count(node: &Value, check: &mut dyn FnMut(&Value)) -> u64 {
    check(node);
    1 + node["children"].as_array().unwrap().iter().map(|child| count(child, check)).sum::<u64>()
}

#[test]
fn trees_of_minimax_and_alpha_beta_agree_and_cuts_are_explained() {
    for game in names() {
        let tree = |algorithm: &str| {
            let request = json!({
                "ask": "searchTree", "setup": { "game": game }, "moves": [], "algorithm": algorithm,
                "budget": { "depth": 2, "nodes": 20_000 },
            });
            ask(&mut Engine::new(), &request).unwrap()
        };
        let (all, pruned) = (tree("minimax"), tree("alphabeta"));
        assert_eq!((all["depth"].as_i64(), pruned["depth"].as_i64()), (Some(2), Some(2)), "{game}");
        assert_eq!(all["root"]["score"], pruned["root"]["score"], "{game}");
        assert_eq!(all["best"], pruned["best"], "{game}");
        assert_eq!(count(&all["root"], &mut |node| assert!(node["cut"].is_null())), all["nodes"].as_u64().unwrap() + 1);
        let mut cuts = 0;
        let listed = count(&pruned["root"], &mut |node| {
            let skipped = node["children"].as_array().unwrap().iter().filter(|child| child["skipped"] == true).count();
            assert_eq!(node["cut"].is_null(), skipped == 0);
            cuts += skipped as u64;
        });
        assert_eq!(listed, pruned["nodes"].as_u64().unwrap() + 1 + cuts, "{game}");
        assert!(pruned["nodes"].as_u64() <= all["nodes"].as_u64());
        // Chances are player 1's, scores the searcher's.
        let searcher_is_one = all["root"]["turn"] == "one";
        count(&all["root"], &mut |node| {
            let chance = node["chance"].as_f64().unwrap();
            let Some(points) = node["score"]["value"].as_i64() else { return };
            let is_good_for_one = if searcher_is_one { points > 0 } else { points < 0 };
            assert_eq!(chance > 0.5, is_good_for_one && points != 0, "{game}: {node}");
        });
    }
}

#[test]
fn the_tree_of_monte_carlo_adds_up() {
    for game in names() {
        let request = json!({
            "ask": "searchTree", "setup": { "game": game }, "moves": [], "algorithm": "mcts",
            "budget": { "depth": 1, "nodes": 100 },
        });
        let tree = ask(&mut Engine::new(), &request).unwrap();
        count(&tree["root"], &mut |node| {
            let children = node["children"].as_array().unwrap();
            let below: u64 = children.iter().map(|child| child["visits"].as_u64().unwrap()).sum();
            assert!(below <= node["visits"].as_u64().unwrap_or(0), "{game}: {node}");
            assert!((0.0..=1.0).contains(&node["chance"].as_f64().unwrap()));
        });
        let first = &tree["root"]["children"][0];
        assert!(first["visits"].as_u64() >= tree["root"]["children"][1]["visits"].as_u64());
    }
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let mut engine = Engine::new();
    let game = |name: &str| json!({ "ask": "open", "setup": { "game": name }, "moves": [] });
    let wrong = [
        json!(null),
        json!({ "ask": "gmaes" }),
        json!({ "ask": "open" }),
        game("chess"),
        json!({ "ask": "open", "setup": { "game": "tilesum", "options": { "goal": "x" } }, "moves": [] }),
        json!({ "ask": "open", "setup": { "game": "tilesum", "position": "?\n?" }, "moves": [] }),
        json!({ "ask": "readRecords", "text": "" }),
        json!({ "ask": "readRecords", "text": "[Game \"chess\"]\n\n1. e4 *" }),
        json!({ "ask": "writeRecord", "record": { "game": "tilesum", "result": "?", "moves": [] } }),
    ];
    for request in wrong {
        let told = ask(&mut engine, &request).unwrap_err();
        assert!(!told.is_empty() && !told.contains('\n'), "{request}: {told}");
    }
    let agent = |agent: &str, limits: Value| json!({ "setup": { "game": "tilesum" }, "moves": [], "agent": agent, "limits": limits });
    for request in
        [agent("bests", json!({})), agent("best", json!({ "timeMs": -1 })), agent("best", json!({ "time": 1 }))]
    {
        let told = think(&mut engine, &request).unwrap_err();
        assert!(!told.is_empty() && !told.contains('\n'), "{request}: {told}");
    }
}

#[test]
fn what_is_certain_is_told_of_the_position_and_of_each_move() {
    let engine = &mut Engine::new();
    let setup = json!({ "game": "tilesum", "options": { "goal": "6", "moves": "3", "min": "random" } });
    let told = ask(engine, &json!({ "ask": "outlook", "setup": setup, "moves": [], "each": true })).unwrap();
    assert_eq!(told["here"]["verdict"], "luck");
    assert_eq!(
        (&told["here"]["score"], &told["here"]["goal"], &told["here"]["left"]),
        (&json!(0), &json!(6), &json!(3))
    );
    assert_eq!(told["here"]["prospects"][1], json!({ "part": "chance", "wins": 5, "of": 9, "most": null }));
    let moves: Vec<&Value> = told["moves"].as_array().unwrap().iter().map(|told| &told["move"]).collect();
    assert_eq!(moves, ["u", "r"]);
    let told = ask(engine, &json!({ "ask": "outlook", "setup": { "game": "crosphere" }, "moves": [] })).unwrap();
    assert_eq!(told, json!({ "here": null, "moves": [] }));
    let puzzles = ask(engine, &json!({ "ask": "puzzles", "setup": { "game": "tilesum" } })).unwrap();
    assert_eq!(puzzles[0]["options"], json!([["moves", "1"], ["goal", "1"]]));
    let games = ask(engine, &json!({ "ask": "games" })).unwrap();
    let casts = games.as_array().unwrap().iter().find(|game| game["name"] == "tilesum").unwrap()["casts"].clone();
    assert_eq!(casts[2]["agent"], "friend");
}

#[test]
fn several_lines_are_whole_and_distinct() {
    let request = json!({
        "setup": { "game": "crosphere" }, "moves": ["Wd4"], "agent": "best:lines=3", "limits": { "depth": 3 },
    });
    let (answer, _) = think(&mut Engine::new(), &request).unwrap();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["pv"], answer["pv"]);
    for line in lines {
        assert!(line["pv"].as_array().unwrap().len() > 1, "{line}");
    }
    assert!(lines[0]["pv"][0] != lines[1]["pv"][0] && lines[1]["pv"][0] != lines[2]["pv"][0]);
}

/// The other side to move, and nothing else different; words where that makes no sense.
#[test]
fn the_turn_is_passed_where_that_makes_sense() {
    let mut engine = Engine::new();
    let passed = |game: &str, moves: Value| json!({ "ask": "passed", "setup": { "game": game }, "moves": moves });
    for game in ["rithmomachia", "rhythmomachy", "crosphere", "andantino"] {
        let text = ask(&mut engine, &passed(game, json!([]))).unwrap();
        let open =
            |position: &Value| json!({ "ask": "open", "setup": { "game": game, "position": position }, "moves": [] });
        let (before, after) = (ask(&mut engine, &open(&Value::Null)).unwrap(), ask(&mut engine, &open(&text)).unwrap());
        assert_eq!(before["scene"]["pieces"], after["scene"]["pieces"], "{game}");
        assert_ne!(before["turn"], after["turn"], "{game}");
    }
    let refused = ask(&mut engine, &passed("tilesum", json!([]))).unwrap_err();
    assert_eq!(refused, "in Tile Sum the turn cannot be passed, so there is no threat to show");
    let chance =
        json!({ "ask": "passed", "setup": { "game": "tilesum", "options": { "min": "random" } }, "moves": ["u"] });
    assert_eq!(ask(&mut engine, &chance).unwrap_err(), "chance is to move, and chance threatens nothing");
    let over = json!({
        "ask": "passed", "setup": { "game": "crosphere", "options": { "size": "3" }, "position": "1,G,1/1,G,1/1,G,1 P" }, "moves": [],
    });
    assert_eq!(ask(&mut engine, &over).unwrap_err(), "the game is over: nothing threatens any more");
}

#[test]
fn positions_are_set_up_by_hand_and_judged_at_each_step() {
    let mut engine = Engine::new();
    let setup = json!({ "game": "andantino", "options": { "side": "3" } });
    let kit = ask(&mut engine, &json!({ "ask": "kit", "setup": setup })).unwrap();
    assert_eq!(kit["tray"][0], json!({ "token": "b", "side": "one", "shape": "stone" }));
    let edit = |text: Value, change: Value| json!({ "ask": "edit", "setup": setup, "text": text, "change": change });
    let start = ask(&mut engine, &edit(Value::Null, Value::Null)).unwrap();
    assert_eq!(
        (&start["position"], &start["turn"], &start["fault"]),
        (&json!("3/4/2b2/4/3 w"), &json!("two"), &Value::Null)
    );
    let bare = ask(&mut engine, &edit(start["position"].clone(), json!("clear"))).unwrap();
    assert_eq!(bare["fault"], "there is no stone on the board");
    assert_eq!(bare["scene"]["pieces"], json!([]));
    let one = ask(&mut engine, &edit(bare["position"].clone(), json!({ "put": { "cell": 0, "token": "w" } }))).unwrap();
    assert_eq!((&one["position"], &one["fault"]), (&json!("w2/4/5/4/3 w"), &Value::Null));
    let turned = ask(&mut engine, &edit(one["position"].clone(), json!({ "turn": "one" }))).unwrap();
    assert_eq!((&turned["position"], &turned["turn"]), (&json!("w2/4/5/4/3 b"), &json!("one")));
    let moved =
        ask(&mut engine, &edit(turned["position"].clone(), json!({ "move": { "from": 0, "to": 18 } }))).unwrap();
    assert_eq!(moved["position"], "3/4/5/4/2w b");
    let full = ask(&mut engine, &edit(json!("bbb/1bb1/5/4/3 b"), Value::Null)).unwrap();
    assert_eq!((&full["fault"], &full["outcome"]), (&Value::Null, &Value::Null));
    for (text, change, said) in [
        (json!("3/4/2b2/4 w"), Value::Null, "bad position: the board has 4 rows, expected 5"),
        (
            json!("3/4/2b2/4/3 w"),
            json!({ "put": { "cell": 19, "token": "b" } }),
            "cell 19 is outside the board, which has 19",
        ),
        (json!("3/4/2b2/4/3 w"), json!({ "put": { "cell": 0, "token": "q" } }), "there is no piece `q` in this game"),
    ] {
        assert_eq!(ask(&mut engine, &edit(text, change)).unwrap_err(), said);
    }
    let odd = json!({ "ask": "edit", "setup": { "game": "rithmomachia" }, "text": "x,7/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0" });
    let said = ask(&mut engine, &odd).unwrap_err();
    assert_eq!(said, "bad position: a piece is `x`, expected a letter of ctspCTSP and a value from 1 to 9999");
}

/// Reports name the limits they keep: those of the agent's own text where the request has none.
#[test]
fn reports_name_their_limits() {
    let think = |agent: &str, limits: Value| {
        let setup = json!({ "game": "crosphere" });
        let request = json!({ "setup": setup, "moves": [], "agent": agent, "limits": limits }).to_string();
        let report: Value = serde_json::from_str(&Engine::new().think_with(&request, &mut |_| {}).unwrap()).unwrap();
        report["limits"].clone()
    };
    assert_eq!(think("jezek-heuristic:playouts=125", json!({})), json!({ "playouts": 125 }));
    assert_eq!(think("best", json!({ "nodes": 300 })), json!({ "nodes": 300 }));
    assert_eq!(think("level:1", json!({}))["nodes"], 320);
    assert_eq!(think("random", json!({})), json!({}));
}
