use agon_core::{Options, Rng};

use super::*;

/// The thesis's own game.
const FILE: &str = r#"[Player_1 "type=MCTS_heuristic, exploration_weight=0.44, rollouts_per_move=922, stone_weight=0.39"]
[Player_2 "type=MCTS_heuristic, exploration_weight=0.5, rollouts_per_move=2069, stone_weight=0.42"]
[Result "0"]
[Datetime "13-03-2024 10:48:22"]
[Device "system=Linux, node=crosphere"]
1. (1, (1, 6))
2. (0, (2, 3))
3. (0, (0, 3))
4. (0, (0, 5))
5. (0, (3, 3))
6. (1, (1, 3))
7. (1, (0, 6))
8. (1, (3, 6))
9. (1, (3, 7))
10. (1, (2, 7))
11. (1, (2, 6))
12. (0, (2, 1))
13. (1, (3, 5))
14. (1, (4, 5))
15. (0, (2, 5))
16. (0, (2, 0))
17. (0, (7, 4))
18. (1, (4, 4))
19. (0, (5, 3))
20. (0, (4, 6))
21. (0, (6, 3))
22. (0, (4, 7))
23. (0, (7, 3))
24. (0, (2, 2))
25. (0, (2, 4))
26. (0, (3, 4))
"#;
const MOVES: &str = "Sg7 Wd6 Wd8 Wf8 Wd5 Sd7 Sg8 Sg5 Sh5 Sh6 Sg6 Wb6 Sf5 Sf4 Wf6 Wa6 We1 Se4 Wd3 Wg4 Wd2 Wh4 Wd1 \
                     Wc6 We6 We5";

fn game(options: &str) -> Crosphere {
    Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap()
}

fn import(text: &str) -> Result<Record, FormatError> {
    game("").import(JEZEK, text)
}

fn export(record: &Record) -> Result<String, FormatError> {
    let game = game("");
    game.export(JEZEK, record, &game.start())
}

fn moves(record: &Record) -> Vec<&str> {
    record.main.plies.iter().map(|ply| ply.mv.as_str()).collect()
}

#[test]
fn the_seeds_game_is_read_and_written_byte_for_byte() {
    let record = import(FILE).unwrap();
    assert_eq!(moves(&record).join(" "), MOVES);
    assert_eq!(record.result, GameResult::SecondWins);
    assert_eq!(record.tag("Game"), Some("crosphere"));
    assert!(record.tag("First").unwrap().ends_with("stone_weight=0.39"));
    assert!(record.tag("Second").unwrap().contains("rollouts_per_move=2069"));
    assert_eq!(record.tag("Date"), Some("13-03-2024 10:48:22"));
    assert_eq!(record.tag("Device"), Some("system=Linux, node=crosphere"));
    assert_eq!(record.tag("Termination"), Some("connection: 10 stones from left to right"));
    assert_eq!(export(&record).unwrap(), FILE);
    // By way of Agon's own record, too.
    let again: Record = record.to_string().parse().unwrap();
    assert_eq!(export(&again).unwrap(), FILE);
}

#[test]
fn texts_are_kept_as_they_stand() {
    let file = "[Player_1 \"a \"quoted\" name \\ \"]\n[Player_2 \" \"]\n[Datetime \"žlutý kůň\"]\n[Device \"]\"]\n";
    assert_eq!(export(&import(file).unwrap()).unwrap(), file);
}

#[test]
fn a_missing_tag_stays_missing() {
    let (tags, moves) = FILE.split_at(FILE.find("1. ").unwrap());
    for line in tags.lines().filter(|line| !line.contains(RESULT)) {
        let without = FILE.replace(&format!("{line}\n"), "");
        assert_eq!(export(&import(&without).unwrap()).unwrap(), without);
    }
    assert_eq!(export(&import(moves).unwrap()).unwrap(), format!("[Result \"0\"]\n{moves}"));
    let empty = import(&FILE.replace("system=Linux, node=crosphere", "")).unwrap();
    assert_eq!(empty.tag("Device"), None);
}

#[test]
fn the_result_is_that_of_the_moves_or_of_an_open_game() {
    let without = FILE.replace("[Result \"0\"]\n", "");
    assert_eq!(export(&import(&without).unwrap()).unwrap(), FILE);
    let (open, _) = FILE.split_once("26. ").unwrap();
    for (text, result) in RESULTS {
        let file = open.replace("[Result \"0\"]", &format!("[Result \"{text}\"]"));
        let record = import(&file).unwrap();
        assert_eq!(record.result, result);
        assert_eq!(record.tag("Termination"), None);
        assert_eq!(export(&record).unwrap(), file);
    }
    let unfinished = open.replace("[Result \"0\"]\n", "");
    let record = import(&unfinished).unwrap();
    assert_eq!(record.result, GameResult::Unfinished);
    assert_eq!(export(&record).unwrap(), unfinished);
}

#[test]
fn line_ends_and_blank_lines_do_not_matter() {
    let record = import(FILE).unwrap();
    assert_eq!(import(&FILE.replace('\n', "\r\n")).unwrap(), record);
    assert_eq!(import(&FILE.replace('\n', " \n\n")).unwrap(), record);
    assert_eq!(import(&format!("\u{feff}{}", FILE.trim_end())).unwrap(), record);
}

#[test]
fn damage_is_refused_with_its_line() {
    let refused = |from: &str, to: &str| {
        assert!(FILE.contains(from));
        import(&FILE.replace(from, to)).unwrap_err().to_string()
    };
    let form = "expected a move, n. (1 strong or 0 weak, (row from the top, column)), as in 1. (1, (1, 6))";
    assert_eq!(refused("7. (1, (0, 6))", "7. (2, (0, 6))"), format!("line 12: {form}"));
    for wrong in
        ["(1, (0, 8))", "(1, (-1, 6))", "(1, (+0, 6))", "(1, (00, 6))", "(1, (0, 6)", "(1 (0, 6))", "1, (0, 6))", ""]
    {
        assert_eq!(refused("7. (1, (0, 6))", &format!("7. {wrong}")), format!("line 12: {form}"));
    }
    for wrong in ["+7", "07", "-7", "", "7.", "99999999999999999999"] {
        assert_eq!(refused("7. (1, (0, 6))", &format!("{wrong}. (1, (0, 6))")), format!("line 12: {form}"));
    }
    assert_eq!(refused("7. (1, (0, 6))", "8. (1, (0, 6))"), "line 12: move 8 stands where 7 should");
    assert_eq!(refused("7. (1, (0, 6))\n", ""), "line 12: move 8 stands where 7 should");
    assert_eq!(refused("7. (1, (0, 6))", "7. (1, (1, 6))"), "line 12: `Sg7` is not legal here: g7 is occupied");
    assert_eq!(refused("\"0\"", "\"1\""), "line 3: the result is 1-0, but by the moves it is 0-1");
    assert_eq!(refused("\"0\"", "\"1-0\""), "line 3: the result is 1, 0 or 0.5; an unfinished game has none");
    assert_eq!(
        refused("[Device", "[Devise"),
        "line 5: unknown tag; the tags are Player_1, Player_2, Result, Datetime and Device"
    );
    assert_eq!(refused("[Player_2", "[Player_1"), "line 2: the tag Player_1 is given twice");
    assert_eq!(refused("Linux, ", "Linux,\t"), "line 5: a control character stands in the text of a tag");
    assert_eq!(refused("crosphere\"]", "crosphere]"), "line 5: expected a tag, [Name \"text\"]");
    let more = |line: &str| import(&format!("{FILE}{line}")).unwrap_err().to_string();
    assert_eq!(more("27. (0, (7, 7))"), "line 32: `Wh1` cannot be played: the game is over (connection)");
    assert_eq!(more("[Device \"x\"]"), "line 32: tags stand before the moves");
    assert_eq!(import(" \r\n").unwrap_err().to_string(), "line 1: there is no game: neither tags nor moves");
}

#[test]
fn only_the_usual_game_fits() {
    let small = game("size=5 strong=3");
    let what = "the format cannot hold this: it knows only size 8 with 5 strong stones, this game has size 5 with 3";
    assert_eq!(small.import(JEZEK, FILE).unwrap_err().to_string(), what);
    assert_eq!(small.export(JEZEK, &Record::default(), &small.start()).unwrap_err().to_string(), what);
    let mut record = import(FILE).unwrap();
    record.set_tag(Record::POSITION, "8/8/8/8/8/8/8/8 G");
    assert_eq!(export(&record).unwrap(), FILE);
    record.set_tag(Record::POSITION, "8/8/8/8/8/8/8/8 P");
    assert!(matches!(export(&record), Err(FormatError::Unfit(_))));
    assert!(matches!(game("").import("pgn", FILE), Err(FormatError::Unknown { .. })));
}

/// Cuts, doubles and changes bytes: what is read nevertheless comes out as it was read.
#[test]
fn damaged_files_never_break_the_reader() {
    let mut rng = Rng::new(8);
    let mut read = 0;
    for _ in 0..3000 {
        let mut chars: Vec<char> = FILE.chars().collect();
        for _ in 0..=rng.below(2) {
            let at = rng.below(chars.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, chars[rng.below(chars.len() as u32) as usize]),
                2 => chars.truncate(at),
                _ => chars[at] = ['0', '9', '(', '"', ']', '\n', 'é', '-'][rng.below(8) as usize],
            }
            if chars.is_empty() {
                break;
            }
        }
        let Ok(record) = import(&chars.iter().collect::<String>()) else { continue };
        read += 1;
        let file = export(&record).unwrap();
        assert_eq!(import(&file).unwrap(), record, "{file}");
    }
    assert!(read > 100, "{read}");
}
