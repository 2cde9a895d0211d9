//! A `PostgreSQL` server of a test's own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

/// A user that is not root: the server refuses to run as root.
const USER: &str = "postgres";

/// A server with its own folder and port, which ends with the test.
pub struct Server {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
    /// Where it listens.
    host: String,
    /// The network namespace that it runs in.
    namespace: Option<String>,
}

/// Where the server's programs are.
fn programs() -> Option<PathBuf> {
    let given = env::var_os("AGON_POSTGRES").map(PathBuf::from);
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut debian: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    debian.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let mut all = given.into_iter().chain(debian.into_iter().rev()).chain(env::split_paths(&path));
    all.find(|folder| ["initdb", "pg_ctl", "psql"].iter().all(|program| folder.join(program).is_file()))
}

impl Server {
    /// Starts a server on this machine.
    pub fn start() -> Self {
        Self::start_at("127.0.0.1", None)
    }

    /// Starts a server at an address of a network namespace.
    pub fn start_at(host: &str, namespace: Option<&str>) -> Self {
        let programs = programs().expect("PostgreSQL: apt-get install -y --no-install-recommends postgresql");
        let folder = tempfile::Builder::new().prefix("agon-pg-").tempdir().unwrap();
        let server = Server {
            folder,
            programs,
            port: free_port(),
            host: host.to_string(),
            namespace: namespace.map(String::from),
        };
        if is_root() {
            run(Command::new("chown").arg(USER).arg(server.folder.path()));
        }
        let data = server.data();
        server.command("initdb", &["-D", &data, "--auth=trust", "--no-locale", "-E", "UTF8", "-U", "agon"]);
        if namespace.is_some() {
            // Whoever is in the namespaces may come in; nobody else can.
            let rules = server.folder.path().join("data/pg_hba.conf");
            let text = fs::read_to_string(&rules).unwrap();
            fs::write(&rules, format!("{text}\nhost all all {host}/24 trust\n")).unwrap();
        }
        server.control("start");
        server
    }

    /// The address of its database.
    pub fn address(&self) -> String {
        format!("postgres://agon@{}:{}/postgres", self.host, self.port)
    }

    /// Stops it as a power cut would, and starts it again.
    pub fn restart(&self) {
        self.control("restart");
    }

    /// The process of the server, whose children are its others.
    pub fn process(&self) -> u32 {
        let text = fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        text.lines().next().unwrap().parse().unwrap()
    }

    /// What a question is answered with, columns separated by `|`.
    pub fn ask(&self, sql: &str) -> String {
        let (host, port) = (self.host.clone(), self.port.to_string());
        let mut command = self.inside(&self.programs.join("psql"));
        command.args(["-h", &host, "-p", &port, "-U", "agon", "-d", "postgres", "-AtXqc", sql]);
        String::from_utf8(run(&mut command).stdout).unwrap().trim().to_string()
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn control(&self, action: &str) {
        let (data, log) = (self.data(), self.folder.path().join("log").display().to_string());
        let folder = self.folder.path().display();
        let options = format!("-c listen_addresses={} -p {} -c unix_socket_directories={folder}", self.host, self.port);
        self.command("pg_ctl", &["-D", &data, "-w", "-m", "immediate", "-l", &log, "-o", &options, action]);
    }

    /// Runs one of the server's programs as the server's user.
    fn command(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = self.inside(Path::new("setpriv"));
            command.args([&format!("--reuid={USER}"), &format!("--regid={USER}"), "--clear-groups"]).arg(program);
            command
        } else {
            self.inside(&program)
        };
        run(command.args(arguments).current_dir(self.folder.path()));
    }

    /// A command in the namespace of the server.
    fn inside(&self, program: &Path) -> Command {
        inside(self.namespace.as_deref(), program)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The log may say why.
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            let lines: Vec<&str> = log.lines().rev().take(20).collect();
            eprintln!("{}", lines.join("\n"));
            let _ = Command::new("kill").args(["-QUIT", &self.process().to_string()]).status();
        } else {
            self.control("stop");
        }
    }
}

/// A command in a network namespace, or outside any.
pub fn inside(namespace: Option<&str>, program: &Path) -> Command {
    match namespace {
        Some(namespace) => {
            let mut command = Command::new("ip");
            command.args(["netns", "exec", namespace]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Runs a command that has to work.
pub fn run(command: &mut Command) -> Output {
    // A server that is started keeps what it was given open, so it is not given a pipe.
    let is_control = command.get_args().any(|argument| argument == "-w");
    let output = if is_control {
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        Output { status, stdout: Vec::new(), stderr: Vec::new() }
    } else {
        command.output().unwrap()
    };
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}
