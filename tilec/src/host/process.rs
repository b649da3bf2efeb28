//! Child processes that are ended when their caller stops waiting.
//!
//! A command of the command line waits as long as a host compiler takes. The language server does not: a
//! newer text makes the answer useless, and a compiler that hangs must not stay.

use std::io::{self, Read};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sema::uses::Interrupt;

/// How often a process is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// How long the caller waits.
#[derive(Clone, Debug)]
pub struct Patience {
    /// Raised when the answer is not wanted any more.
    pub interrupt: Interrupt,
    pub deadline: Instant,
}

impl Patience {
    /// # Errors
    /// `Interrupted` or `TimedOut`.
    fn check(&self) -> io::Result<()> {
        if self.interrupt.is_raised() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match Instant::now() < self.deadline {
            true => Ok(()),
            false => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

/// Runs a process to its end, or until the patience does: then it and all that it started are killed.
///
/// # Errors
/// It does not start, or the caller has stopped waiting.
pub fn output(command: &mut Command, patience: Option<&Patience>) -> io::Result<Output> {
    command.stdin(Stdio::null());
    let Some(patience) = patience else { return command.output() };
    patience.check()?;
    let mut child = own_group(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().map(read);
    let stderr = child.stderr.take().map(read);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Err(why) = patience.check() {
            kill(&mut child);
            return Err(why);
        }
        thread::sleep(PERIOD);
    };
    let text = |reader: Option<JoinHandle<Vec<u8>>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads a pipe to its end while the process runs, which would wait once the pipe is full.
fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could not be read is missing in what the caller makes of it.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// Makes the process the first of a group: a compiler starts others, which do not end with it.
#[cfg(unix)]
fn own_group(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0)
}

#[cfg(not(unix))]
fn own_group(command: &mut Command) -> &mut Command {
    command
}

fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // One that has ended meanwhile is as good.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, patience: &Patience) -> io::Result<Output> {
        output(Command::new("sh").args(["-c", script]), Some(patience))
    }

    fn for_seconds(seconds: u64) -> Patience {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        Patience { interrupt: Interrupt::default(), deadline }
    }

    #[test]
    fn what_a_process_writes_is_read() {
        let made = shell("head -c 300000 /dev/zero; echo x >&2; exit 3", &for_seconds(600));
        let made = made.expect("it ends");
        assert_eq!((made.stdout.len(), made.stderr.len()), (300_000, 2));
        assert_eq!(made.status.code(), Some(3));
    }

    #[test]
    fn a_process_without_a_waiting_caller_is_killed_with_its_children() {
        let pipe = |patience: &Patience| {
            // The pipe is closed when the inner process has ended too.
            shell("sh -c 'sleep 1000; true'; true", patience).map_err(|error| error.kind())
        };
        assert_eq!(pipe(&for_seconds(0)).err(), Some(io::ErrorKind::TimedOut));
        assert_eq!(pipe(&for_seconds(1)).err(), Some(io::ErrorKind::TimedOut));
        let patience = for_seconds(1000);
        let interrupt = patience.interrupt.clone();
        let raised = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            interrupt.raise();
        });
        assert_eq!(pipe(&patience).err(), Some(io::ErrorKind::Interrupted));
        raised.join().expect("it ends");
    }
}
