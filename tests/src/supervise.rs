//! Watching the processes that do what may break a process.
//!
//! In: a program that reads requests, a line each, and answers each with a line that begins with
//! [`ANSWER`], after a first one when it is ready; other lines are what the work itself prints. Out: the requests that it did not get
//! over: another answer than `ok`, an overflow of the stack, too much time or memory. A process is
//! replaced after a failure, so that the others go on.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What an answer begins with.
pub const ANSWER: &str = "answer: ";

/// What one request may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of processor time: other work on the machine must not make a request fail.
    pub seconds: f64,
    /// Of the clock, for what waits for another machine.
    pub waiting: Duration,
    pub bytes: u64,
}

/// What the program did not get over.
pub struct Failure {
    pub request: String,
    pub what: String,
    /// The process that it broke.
    pub process: u32,
}

/// What a program answers before the first request: what it takes to start is not the request's.
const READY: &str = "ready";
/// A program that is not ready by then is asked all the same.
const START: Duration = Duration::from_secs(60);
/// How often the child is looked at.
const PERIOD: Duration = Duration::from_millis(20);
/// Ticks a second of the times in `/proc`: it is 100 on every Linux.
const TICKS: f64 = 100.0;
const PAGE: u64 = 4096;

/// Has requests worked off by so many processes at once.
///
/// # Errors
/// The program cannot be started.
pub fn supervise(
    command: impl Fn() -> Command + Sync,
    requests: impl Iterator<Item = String> + Send,
    limits: Limits,
    processes: usize,
) -> std::io::Result<Vec<Failure>> {
    let requests = Mutex::new(requests);
    let next = || requests.lock().ok()?.next();
    let one = || work_off(&command, std::iter::from_fn(next), limits);
    let all: Vec<std::io::Result<Vec<Failure>>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processes.max(1)).map(|_| scope.spawn(one)).collect();
        let died = || Err(std::io::Error::other("a thread that watches a process is gone"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| died())).collect()
    });
    let mut failures = Vec::new();
    for found in all {
        failures.extend(found?);
    }
    Ok(failures)
}

fn work_off(
    command: &dyn Fn() -> Command,
    requests: impl Iterator<Item = String>,
    limits: Limits,
) -> std::io::Result<Vec<Failure>> {
    let mut failures = Vec::new();
    let mut worker = None;
    for request in requests {
        let mut current = match worker.take() {
            Some(worker) => worker,
            None => Worker::start(command())?,
        };
        match current.ask(&request, limits) {
            None => worker = Some(current),
            Some(what) => failures.push(Failure { request, what, process: current.child.id() }),
        }
    }
    if let Some(worker) = worker {
        worker.finish()?;
    }
    Ok(failures)
}

/// Answers requests, the lines of `input`, until there are no more.
///
/// # Errors
/// The other side is gone.
pub fn serve(
    input: impl BufRead,
    mut output: impl Write,
    mut work: impl FnMut(&str) -> Result<(), String>,
) -> std::io::Result<()> {
    writeln!(output, "{ANSWER}{READY}")?;
    output.flush()?;
    for request in input.lines() {
        let answer = match work(&request?) {
            Ok(()) => "ok".to_owned(),
            Err(what) => what.replace('\n', " | "),
        };
        // What the work printed may not have ended its line.
        writeln!(output, "\n{ANSWER}{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// A child process and its streams.
struct Worker {
    child: Child,
    /// Requests go here; closed, it ends the child.
    input: Option<ChildStdin>,
    answers: Receiver<String>,
    errors: ChildStderr,
}

impl Worker {
    fn start(mut command: Command) -> std::io::Result<Worker> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let missing = || std::io::Error::other("a stream of the child is missing");
        let input = Some(child.stdin.take().ok_or_else(missing)?);
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Some(answer) = line.strip_prefix(ANSWER) else { continue };
                if sender.send(answer.to_owned()).is_err() {
                    return;
                }
            }
        });
        // One that ends before it is ready says so to the first request.
        let _ = answers.recv_timeout(START);
        Ok(Worker { child, input, answers, errors })
    }

    /// What went wrong, after which the worker is of no more use.
    fn ask(&mut self, request: &str, limits: Limits) -> Option<String> {
        let (start, begin) = (self.seconds(), Instant::now());
        let sent = self.input.as_mut().is_some_and(|input| writeln!(input, "{request}").is_ok());
        if !sent {
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
            if begin.elapsed() > limits.waiting {
                return Some(format!("no answer within {} s", limits.waiting.as_secs()));
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

    /// Lets the child end by itself.
    fn finish(mut self) -> std::io::Result<()> {
        self.input = None;
        self.child.wait().map(|_| ())
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
