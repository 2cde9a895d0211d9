//! Whole commands, compared with what they print; `tests/cmd` holds the transcripts.
//! `TRYCMD=overwrite cargo test -p agon --test cli` writes them anew.

fn answer_as_written(cases: &str) {
    let home = tempfile::tempdir().expect("a temporary folder");
    trycmd::TestCases::new().env("AGON_HOME", home.path().to_string_lossy()).case(cases);
}

#[test]
fn commands_answer_as_written() {
    answer_as_written("tests/cmd/*.trycmd");
}

/// In a folder of its own: a game that is left there could be gone on with by other commands.
#[test]
fn dialogues_go_as_written() {
    answer_as_written("tests/cmd/*.toml");
}
