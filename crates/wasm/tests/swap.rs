//! The swap rule, as a browser's worker hears of it.

use agon_wasm::Engine;
use serde_json::{Value, json};

fn ask(engine: &mut Engine, request: &Value) -> Result<Value, String> {
    engine.ask(&request.to_string()).map(|answer| serde_json::from_str(&answer).unwrap())
}

fn state(engine: &mut Engine, moves: &[&str]) -> Value {
    let setup = json!({ "game": "hex", "options": { "size": "3", "swap": "true" } });
    ask(engine, &json!({ "ask": "open", "setup": setup, "moves": moves })).unwrap()
}

#[test]
fn the_page_hears_who_sits_where() {
    let mut engine = Engine::new();
    let offered = state(&mut engine, &["c1"]);
    let button = offered["choices"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(button, json!({ "move": "swap", "cells": [], "choice": "Swap sides" }));
    assert_eq!((&offered["turn"], &offered["swapped"]), (&json!("two"), &json!(false)));
    let swapped = state(&mut engine, &["c1", "swap"]);
    assert_eq!((&swapped["turn"], &swapped["swapped"]), (&json!("one"), &json!(true)));
    assert_eq!(swapped["events"][0]["text"], "The players swap sides: player 1 is now Blue, player 2 is Red");
    assert_eq!(swapped["scene"], offered["scene"]);
    // Red's chain is that of player 2.
    let ended = state(&mut engine, &["c1", "swap", "a1", "c2", "a2", "c3"]);
    assert_eq!(ended["outcome"]["winner"], "two");
    assert!(ended["outcome"]["text"].as_str().unwrap().starts_with("Red wins"));
    assert_eq!(state(&mut engine, &["c1"])["swapped"], false);
}

#[test]
fn the_option_is_listed_where_it_is_taken() {
    let games = ask(&mut Engine::new(), &json!({ "ask": "games" })).unwrap();
    for game in games.as_array().unwrap() {
        let options = game["options"].as_array().unwrap();
        let swap = options.iter().find(|option| option["name"] == "swap");
        assert_eq!(swap.is_some(), game["name"] != "tilesum", "{}", game["name"]);
        assert!(swap.is_none_or(|swap| swap["default"] == "false" && swap["choices"] == json!(["false", "true"])));
    }
}

#[test]
fn the_computer_swaps_a_good_first_move() {
    let mut engine = Engine::new();
    let setup = json!({ "game": "hex", "options": { "size": "5", "swap": "true" } });
    let request = json!({ "setup": setup, "moves": ["c3"], "agent": "best", "limits": { "nodes": 5000 } });
    let answer: Value = serde_json::from_str(&engine.think_with(&request.to_string(), &mut |_| {}).unwrap()).unwrap();
    assert_eq!(answer["best"], "swap");
    // Chances are those of player 1, who stands worse: the other will play with the stone.
    assert!(answer["chance"].as_f64().unwrap() < 0.5, "{answer}");
}
