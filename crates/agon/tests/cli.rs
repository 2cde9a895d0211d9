//! Whole commands, compared with what they print; `tests/cmd` holds the transcripts.
//! `TRYCMD=overwrite cargo test -p agon --test cli` writes them anew.

#[test]
fn commands_answer_as_written() {
    let home = tempfile::tempdir().expect("a temporary folder");
    trycmd::TestCases::new()
        .env("AGON_HOME", home.path().to_string_lossy())
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
