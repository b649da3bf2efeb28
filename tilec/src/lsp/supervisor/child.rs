//! The process that compiles, as its supervisor sees it.

use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::thread;

use super::Event;
use crate::lsp::transport;
use crate::own_program::own_command;

pub struct Child {
    /// Which one it is; messages of earlier ones may still be under way.
    pub number: u64,
    process: std::process::Child,
    input: Option<ChildStdin>,
}

/// How a child ended.
pub enum Ended {
    /// As the client asked for.
    Clean,
    Died(Option<ExitStatus>),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Died(Some(status)) => write!(f, "{status}"),
            Ended::Died(None) => f.write_str("it is gone"),
            Ended::Clean => f.write_str("without a message"),
        }
    }
}

impl Child {
    /// Starts a child; what it says comes as events.
    pub fn start(number: u64, events: &Sender<Event>) -> io::Result<Child> {
        let mut process = own_command()?
            .args(["lsp", "--supervised"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take();
        let output = process.stdout.take();
        let events = events.clone();
        thread::spawn(move || {
            let mut output = output.map(BufReader::new);
            while let Some(output) = &mut output
                && let Ok(Some(message)) = transport::read_frame(output)
            {
                if events.send(Event::FromChild(number, message)).is_err() {
                    return;
                }
            }
            // The supervisor that does not listen any more ends too.
            let _ = events.send(Event::ChildEnd(number));
        });
        Ok(Child { number, process, input })
    }

    /// Sends a message. A child that is gone will be noticed by the end of its output.
    pub fn send(&mut self, message: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = transport::write_frame(input, message).and_then(|()| input.flush());
        }
    }

    /// Closes its input: it ends.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// How it ended, once its output has.
    pub fn wait(&mut self) -> Ended {
        self.input = None;
        match self.process.wait() {
            Ok(status) if status.success() => Ended::Clean,
            Ok(status) => Ended::Died(Some(status)),
            Err(_) => Ended::Died(None),
        }
    }
}
