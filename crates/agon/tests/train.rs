//! Training that is killed again and again, and ends with the same networks.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use agon_core::Rng;

const KILLS: usize = 12;

/// A run of value networks.
const VALUE: &str = "crosphere -o size=5 -o strong=3 --games 150 --nodes 60 --hidden 16";

/// A run of policy and value networks.
const AZ: &str = "hex -o size=4 --method az --games 150 --playouts 12 --quick 4 --channels 16 --blocks 1 \
                  --reference mcts:playouts=30";

fn train(run: &str, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("train").args(run.split_whitespace());
    command.args(["--generations", "2", "--gate", "20", "--epochs", "2", "--hash", "1", "--out"]);
    command.arg(out).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn networks(folder: &Path) -> Vec<Vec<u8>> {
    ["generation-0", "generation-1"].map(|name| fs::read(folder.join(name).join("network.safetensors")).unwrap()).into()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn training_killed_in_any_phase_gives_the_same_networks() {
    killed_in_any_phase(VALUE);
}

#[test]
fn training_of_policies_killed_in_any_phase_gives_the_same_networks() {
    killed_in_any_phase(AZ);
}

fn killed_in_any_phase(run: &str) {
    let train = |out: &Path| train(run, out);
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let output = train(&whole).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    let mut rng = Rng::new(1);
    let (mut phases, mut finished) = (Vec::new(), false);
    for kill in 0..KILLS {
        let mut child = train(&killed).spawn().unwrap();
        // Later and later, so that all phases have their turn.
        thread::sleep(Duration::from_millis(u64::from(rng.below(60)) + 60 * kill as u64));
        finished |= child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let there = |name: &str| killed.join(name).exists();
        phases.push(
            ["generation-0/network.safetensors", "generation-0/gate.agon", "generation-1/network.safetensors"]
                .map(there),
        );
    }
    let output = train(&killed).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    assert!(networks(&killed) == networks(&whole), "the networks differ; phases {phases:?}, finished {finished}");
    assert!(fs::read_to_string(killed.join("report.html")).unwrap().contains("generation 1"));
    // And another run does not take the folder.
    let other = train(&killed).args(["--seed", "5"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(told(&other).contains("it is of another run: seed is 1 and would be 5"), "{}", told(&other));
}

/// A network that was trained plays, and files that are none are told.
#[test]
fn a_network_plays_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_agon")).args(args).current_dir(folder.path()).output().unwrap()
    };
    let small = ["-o", "size=4", "-o", "strong=2"];
    let games =
        run(&[&["selfplay", "crosphere", "--nodes", "60", "--games", "80", "--out", "games"][..], &small].concat());
    assert!(games.status.success(), "{}", told(&games));
    let learn = [
        "train",
        "crosphere",
        "--steps",
        "train",
        "--data",
        "games",
        "--out",
        "net",
        "--epochs",
        "2",
        "--hidden",
        "16",
    ];
    let learnt = run(&[&learn[..], &small].concat());
    assert!(learnt.status.success(), "{}", told(&learnt));
    assert!(String::from_utf8_lossy(&learnt.stdout).contains("hand-written evaluation"));
    let first = fs::read(folder.path().join("net/network.safetensors")).unwrap();
    run(&[&learn[..], &small].concat());
    assert!(fs::read(folder.path().join("net/network.safetensors")).unwrap() == first, "training is not repeatable");
    let ask = |weights: &str, options: &[&str]| {
        let agent = format!("nnue:weights={weights}");
        let nodes = ["best", "crosphere", "--json", "--nodes", "500", "--agent", &agent];
        run(&[&nodes[..], options].concat())
    };
    let file = "net/network.safetensors";
    let found = ask(file, &small);
    assert!(found.status.success(), "{}", told(&found));
    fs::write(folder.path().join("text"), "tempo 80\n# and so on\n").unwrap();
    fs::write(folder.path().join("cut"), &first[..first.len() / 2]).unwrap();
    for (answer, line) in [
        (ask(file, &[]), "the network was trained with size=4 strong=2, and cannot play with the usual options"),
        (ask("text", &small), "it is not a network: it does not begin with a header of safetensors"),
        (ask("cut", &small), "the network is damaged: it is shorter than its header says"),
        (ask("missing", &small), "cannot read the weights `missing`"),
    ] {
        assert_eq!(answer.status.code(), Some(2));
        let told = told(&answer);
        assert!(told.contains(line) && told.trim_end().lines().count() == 1, "{told}");
    }
}

/// The students' methods by one command each: killed and resumed, with a report, and an agent that
/// plays by the file. Wrong files are told in one line.
#[test]
fn students_learn_by_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let command = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command
            .args(args)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    };
    let small = ["-o", "columns=4", "-o", "rows=4"];
    let learn = |method: &str, out: &str| {
        let args = ["train", "connect4", "--method", method, "--out", out, "--games", "1280"];
        let matches = ["--gate", "4", "--playouts", "10", "--hash", "1"];
        command(&[&args[..], &matches, &small].concat())
    };
    let best = |agent: &str, options: &[&str]| {
        command(&[&["best", "connect4", "--json", "--agent", agent][..], options].concat()).output().unwrap()
    };
    for (method, param, file) in [("q", "table", "table.txt"), ("reinforce", "weights", "network.safetensors")] {
        let (whole, killed) = (format!("{method}-whole"), format!("{method}-killed"));
        let output = learn(method, &whole).output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
        for kill in 0..3 {
            let mut child = learn(method, &killed).spawn().unwrap();
            thread::sleep(Duration::from_millis(100 + 200 * kill));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let output = learn(method, &killed).output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
        let read = |out: &str, name: &str| fs::read(folder.path().join(out).join(name)).unwrap();
        assert!(read(&whole, file) == read(&killed, file), "{method}: the files differ");
        assert!(String::from_utf8_lossy(&read(&killed, "report.html")).contains("against random"));
        let agent = format!("{method}:{param}={whole}/{file}");
        let found = best(&agent, &small);
        assert!(found.status.success(), "{}", told(&found));
    }
    fs::write(folder.path().join("text"), "tempo 80\n").unwrap();
    for (agent, options, line) in [
        (
            "q:table=q-whole/table.txt",
            &[][..],
            "the table was learnt with columns=4 rows=4, and cannot play with the usual options",
        ),
        ("q:table=text", &small, "it is not a table of Q-learning: it does not begin with `agon q-table 1`"),
        ("q", &small, "q plays what was learnt: name the file, as in q:table=FILE"),
        ("dqn", &small, "dqn plays what was learnt: name the file, as in dqn:weights=FILE"),
        ("dqn:weights=reinforce-whole/network.safetensors", &small, "the network's format is `agon policy 1`"),
        ("reinforce:weights=text", &small, "it is not a network"),
        ("q:table=missing", &small, "cannot read the weights `missing`"),
    ] {
        let answer = best(agent, options);
        assert_eq!(answer.status.code(), Some(2), "{agent}");
        let told = told(&answer);
        assert!(told.contains(line) && told.trim_end().lines().count() == 1, "{told}");
    }
}
