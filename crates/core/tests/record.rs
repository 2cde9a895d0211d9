//! Records: what is written can be read again, and damage is named.

use std::fmt::Write;
use std::time::{Duration, Instant};

use agon_core::{Eval, GameResult, Line, Ply, Record, Remark};
use proptest::prelude::*;

fn remark() -> impl Strategy<Value = Remark> {
    let eval = prop_oneof![any::<i32>().prop_map(Eval::Points), any::<i32>().prop_map(Eval::Mate)];
    let words = "[ -~äé\n]{0,20}".prop_map(|text| text.trim().to_string());
    (prop::option::of(eval), prop::option::of(any::<u32>()), prop::option::of(0..10_000_000u64), words).prop_map(
        |(eval, depth, millis, text)| {
            // Words that look like figures are read as figures.
            let text = if text.starts_with("[%") { String::new() } else { text };
            Remark { eval, depth, time: millis.map(Duration::from_millis), text }
        },
    )
}

fn line() -> impl Strategy<Value = Line> {
    let ply = ("[a-hSWu+-][0-9a-h]{0,4}", prop::collection::vec(any::<u8>(), 0..3), remark())
        .prop_filter("a word that is a result", |(mv, ..)| mv != "1-0" && mv != "0-1")
        .prop_map(|(mv, glyphs, remark)| Ply { mv, glyphs, remark, variations: vec![] });
    let bare = (remark(), prop::collection::vec(ply, 0..6)).prop_map(|(remark, plies)| Line { remark, plies });
    bare.prop_recursive(3, 20, 3, |inner| {
        (inner.clone(), prop::collection::vec((any::<prop::sample::Index>(), inner), 0..3)).prop_map(
            |(mut line, variations)| {
                for (at, variation) in variations {
                    if !line.plies.is_empty() {
                        let at = at.index(line.plies.len());
                        line.plies[at].variations.push(variation);
                    }
                }
                line
            },
        )
    })
}

fn record() -> impl Strategy<Value = Record> {
    let results =
        [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw, GameResult::Unfinished].map(Just).to_vec();
    let tags = prop::collection::vec(("[A-Z][a-z]{0,6}", "[ -~é]{1,12}"), 0..5);
    (tags, line(), prop::sample::select(results.iter().map(|just| just.0).collect::<Vec<_>>())).prop_map(
        |(tags, main, result)| {
            let mut record = Record::new(main, result);
            for (name, value) in tags {
                record.set_tag(&name, &value);
            }
            record
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(record in record()) {
        let text = record.to_string();
        let again: Record = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&again.main, &record.main, "{}", text);
        prop_assert_eq!(again.result, record.result);
        for (name, value) in record.tags() {
            prop_assert_eq!(again.tag(name), Some(value));
        }
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in "[\\[\\]{}()$;\"\\\\ 0-9a-z.*é\n-]{0,60}") {
        if let Err(error) = Record::parse_all(&text) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}

#[test]
fn a_written_record_looks_like_this() {
    let mut record = Record::new(Line::default(), GameResult::FirstWins);
    record.set_tag("Date", "2024-03-13");
    record.set_tag("Game", "crosphere");
    record.set_tag("Event", "a \"quoted\" \\ name\nover two lines");
    let mut first = Ply::new("Sg7");
    first.remark = Remark {
        eval: Some(Eval::Points(-35)),
        depth: Some(12),
        time: Some(Duration::from_millis(1250)),
        text: "a brace } here".to_string(),
    };
    first.variations.push(Line { remark: Remark::text("instead"), plies: vec![Ply::new("Wa1"), Ply::new("Wb1")] });
    let mut second = Ply::new("Wd6");
    second.glyphs.push(2);
    record.main.plies = vec![first, second, Ply::new("Wd8")];
    assert_eq!(
        record.to_string(),
        "[Game \"crosphere\"]\n[Result \"1-0\"]\n[Date \"2024-03-13\"]\n\
         [Event \"a \\\"quoted\\\" \\\\ name over two lines\"]\n\n\
         1. Sg7 {[%eval -0.35] [%depth 12] [%time 1.250] a brace \\} here} ({instead}\n\
         1. Wa1 Wb1) 1... Wd6 $2 2. Wd8 1-0\n"
    );
}

#[test]
fn what_other_programs_write_is_read_too() {
    let record: Record =
        "\u{feff}[Game \"x\"]\r\n\r\n1.a1 b2 ; to the end of the line\r\n2. c3(2.c4 c5)2... d4 {one}{two} 1/2-1/2"
            .parse()
            .unwrap();
    let moves: Vec<&str> = record.main.plies.iter().map(|ply| ply.mv.as_str()).collect();
    assert_eq!(moves, ["a1", "b2", "c3", "d4"]);
    assert_eq!(record.main.plies[1].remark.text, "to the end of the line");
    assert_eq!(record.main.plies[2].variations[0].plies.len(), 2);
    assert_eq!(record.main.plies[3].remark.text, "one two");
    assert_eq!(record.result, GameResult::Draw);
    let two = Record::parse_all("[Game \"x\"]\n1. a b 1-0\n[Game \"y\"]\n[Result \"0-1\"]\n1. c").unwrap();
    assert_eq!(two.iter().map(|record| record.result.to_string()).collect::<Vec<_>>(), ["1-0", "0-1"]);
    assert!(Record::parse_all(" \n ").unwrap().is_empty());
    let numbers: Record = "1.2...a1 3.4. 5.1-0".parse().unwrap();
    assert_eq!(numbers.main.plies, [Ply::new("a1")]);
    assert_eq!(numbers.result, GameResult::FirstWins);
}

#[test]
fn damage_is_named_with_its_place() {
    let refused = |text: &str| text.parse::<Record>().unwrap_err().to_string();
    let deep = format!("a{}", "(b".repeat(100));
    let cases = [
        ("[Game", "line 1, column 6: a tag is written [Name \"value\"]"),
        ("[Game \"x]", "line 1, column 8: the quotation mark that ends the value is missing"),
        ("[Game \"x\"\n1. a", "line 1, column 10: the bracket ] that ends the tag is missing"),
        ("[Game \"x\"]\n[Game \"y\"]", "line 2, column 1: the tag Game is given twice"),
        ("[Result \"2-0\"]", "line 1, column 1: the result is `2-0`, expected 1-0, 0-1, 1/2-1/2 or *"),
        ("[Result \"1-0\"]\n\n1. a 0-1", "line 3, column 9: the tag Result says 1-0, the end of the moves 0-1"),
        ("1. a {never ends", "line 1, column 6: the brace } that ends this comment is missing"),
        ("1. a (1. b", "line 1, column 6: the bracket ) that ends this variation is missing"),
        ("(1. a)", "line 1, column 1: a variation stands after the move that it replaces"),
        ("1. a )", "line 1, column 6: `)` has no beginning"),
        ("1. a (b 1-0)", "line 1, column 9: a result cannot stand in a variation"),
        ("1. a $999", "line 1, column 6: `$` and a number from 0 to 255 belongs after a move"),
        ("1. a 1-0 b", "line 1, column 10: there is more after the end of the record"),
        (deep.as_str(), "line 1, column 130: variations are nested deeper than 64"),
    ];
    for (text, message) in cases {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn a_record_of_very_many_tags_is_read_in_order_and_soon() {
    let mut text = String::from("[T7 \"\"]\n");
    for tag in 0..200_000 {
        writeln!(text, "[T{tag} \"{tag}\"]").unwrap();
    }
    let begun = Instant::now();
    let record: Record = text.parse().unwrap();
    // Looking through all tags for each of them takes minutes.
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(record.tags().enumerate().all(|(at, (name, value))| name == format!("T{at}") && value == at.to_string()));
    assert_eq!(record.tags().count(), 200_000);
    text.push_str("[T7 \"again\"]");
    assert!(text.parse::<Record>().unwrap_err().to_string().ends_with("the tag T7 is given twice"));
}
