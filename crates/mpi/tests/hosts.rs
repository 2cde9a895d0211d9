//! Two hosts, each a network namespace, with a cable between them. Where
//! namespaces are not allowed the test says so and passes.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Engine, PROGRAM, allowed, best};

const PATIENCE: Duration = Duration::from_secs(30);

/// Two namespaces that see each other as 10.77.0.1 and 10.77.0.2.
struct Hosts {
    names: [String; 2],
    agent: PathBuf,
}

impl Hosts {
    /// Sets them up, or tells why that is not possible.
    fn new() -> Result<Hosts, String> {
        let id = std::process::id();
        let names = ["a", "b"].map(|letter| format!("agon-{id}-{letter}"));
        let [a, b] = &names;
        let agent = std::env::temp_dir().join(format!("agon-mpi-agent-{id}"));
        let hosts = Hosts { names: names.clone(), agent };
        ip(&format!("netns add {a}"))?;
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add cable netns {a} type veth peer name cable netns {b}"))?;
        for (name, number) in [(a, 1), (b, 2)] {
            ip(&format!("-n {name} addr add 10.77.0.{number}/24 dev cable"))?;
            ip(&format!("-n {name} link set lo up"))?;
            ip(&format!("-n {name} link set cable up"))?;
        }
        // Instead of ssh: the first argument is the host, and there is only one other.
        let script = format!("#!/bin/sh\nshift\nexec ip netns exec {b} sh -c \"$*\"\n");
        fs::write(&hosts.agent, script).map_err(|error| error.to_string())?;
        fs::set_permissions(&hosts.agent, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
        Ok(hosts)
    }

    /// What `mpirun` needs to know of them. Memory cannot be shared between hosts, so only TCP is allowed.
    fn arguments(&self) -> String {
        format!(
            "--host 10.77.0.1:1,10.77.0.2:1 --mca plm_rsh_agent {} --mca btl tcp,self \
             --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24",
            self.agent.display()
        )
    }

    /// A command on the first host.
    fn command(&self, program: &str) -> Command {
        let mut command = allowed(Command::new("ip"));
        command.args(["netns", "exec", &self.names[0], program]);
        command
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = ip(&format!("netns del {name}"));
        }
        let _ = fs::remove_file(&self.agent);
    }
}

fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| format!("ip: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr).trim().to_string();
    if output.status.success() { Ok(()) } else { Err(format!("ip {arguments}: {told}")) }
}

#[test]
fn two_hosts_search_together_and_a_cut_cable_is_noticed() {
    let hosts = match Hosts::new() {
        Ok(hosts) => hosts,
        Err(why) => return println!("skipped, no network namespaces here: {why}"),
    };
    let sledge = ["rhythmomachy", "--agent", "sledge:exhaustive=true", "--depth", "3", "--json"];
    let mut command = hosts.command("mpirun");
    command.args(["-n", "2"]).args(hosts.arguments().split_whitespace()).args([PROGRAM, "best"]).args(sledge);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let found: serde_json::Value = serde_json::from_str(text.lines().last().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let alone = best(1, &sledge[..5]);
    for name in ["move", "score", "nodes"] {
        assert_eq!(found[name], alone[name], "{name}");
    }
    assert!(found["nodes_by_rank"].as_array().unwrap().iter().all(|nodes| nodes.as_u64() > Some(0)), "{found}");

    let mut command = hosts.command(PROGRAM);
    command.args(["launch", "-n", "2", "--mpirun", &hosts.arguments(), "rhythmomachy"]);
    let mut engine = Engine::start(command);
    engine.say("go movetime 60000");
    engine.hear("info depth 4", PATIENCE);
    ip(&format!("-n {} link set cable down", hosts.names[1])).unwrap();
    let cut = Instant::now();
    engine.hear("bestmove", Duration::from_secs(10));
    println!("answered {:.1} s after the cable was cut", cut.elapsed().as_secs_f32());
    // One rank is left, and finds place on this host.
    engine.say("go depth 3");
    engine.hear("bestmove", PATIENCE);
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}
