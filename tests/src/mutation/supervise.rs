//! Watching the processes that compile mutants.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// What one compilation may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of processor time: other work on the machine must not make a compilation fail.
    pub seconds: f64,
    pub bytes: u64,
}

impl Limits {
    /// Two seconds and a GiB, in a build without optimisation ten times the time.
    pub const DEFAULT: Limits =
        Limits { seconds: if cfg!(debug_assertions) { 20.0 } else { 2.0 }, bytes: 1 << 30 };
}

/// What the compiler did not get over.
pub struct Failure {
    /// The number of a mutant, or a path.
    pub request: String,
    pub what: String,
}

/// How often the child is looked at.
const PERIOD: Duration = Duration::from_millis(20);
/// Ticks a second of the times in `/proc`: it is 100 on every Linux.
const TICKS: f64 = 100.0;
const PAGE: u64 = 4096;

/// Compiles mutants, by number, or files in child processes: `program` called with `--serve`.
///
/// # Errors
/// `program` cannot be started.
pub fn supervise(
    program: &Path,
    requests: impl Iterator<Item = String>,
    limits: Limits,
) -> std::io::Result<Vec<Failure>> {
    let mut failures = Vec::new();
    let mut worker = Worker::start(program)?;
    for request in requests {
        if let Some(what) = worker.compile(&request, limits) {
            let kept = super::kept(worker.child.id());
            failures.push(Failure { request, what: format!("{what} ({})", kept.display()) });
            worker = Worker::start(program)?;
        }
    }
    // Nothing is wrong with the last one.
    let _ = std::fs::remove_file(super::kept(worker.child.id()));
    Ok(failures)
}

/// A child process and its streams.
struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    errors: ChildStderr,
}

impl Worker {
    fn start(program: &Path) -> std::io::Result<Worker> {
        let mut child = Command::new(program)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("a stream of the child is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Worker { child, input, answers, errors })
    }

    /// What went wrong, after which the worker is of no more use.
    fn compile(&mut self, request: &str, limits: Limits) -> Option<String> {
        let start = self.seconds();
        if writeln!(self.input, "{request}").is_err() {
            return Some(self.last_words());
        }
        loop {
            match self.answers.recv_timeout(PERIOD) {
                Ok(answer) if answer == "ok" => return None,
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return Some(self.last_words()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.seconds() - start > limits.seconds {
                return Some(format!("takes more than {} s", limits.seconds));
            }
            if self.resident_bytes() > limits.bytes {
                return Some(format!("takes more than {} MiB", limits.bytes >> 20));
            }
        }
    }

    /// The processor time of the child so far.
    fn seconds(&self) -> f64 {
        // The name of the program, which may hold blanks, ends in the last `)`; user and system
        // time are the 12th and 13th field behind it.
        let text = self.proc("stat");
        let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
    }

    fn resident_bytes(&self) -> u64 {
        let text = self.proc("statm");
        let pages: Option<u64> =
            text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok());
        pages.unwrap_or(0) * PAGE
    }

    fn proc(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default()
    }

    /// How a child ended that gave no answer: its exit and the end of what it printed.
    fn last_words(&mut self) -> String {
        let exit =
            self.child.wait().map_or_else(|error| error.to_string(), |exit| exit.to_string());
        let mut text = String::new();
        let _ = self.errors.read_to_string(&mut text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let shown = lines.iter().take(3).copied().collect::<Vec<_>>().join(" | ");
        format!("{exit}: {shown}")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may hang; that it is gone already is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
