//! The messages of the compiling process to its supervisor: the document that it is working on.
//!
//! Invariant: the supervisor has been told of it when the work begins, even if the process ends a
//! moment later.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::Deserialize;
use serde_json::json;

use super::transport::Outgoing;

/// Work on a document begins, and ends.
pub const BEGINS: &str = "tilec/begins";
pub const ENDS: &str = "tilec/ends";
/// From the supervisor: these files that are not open are left alone.
pub const SKIP: &str = "tilec/skip";

/// The document that a message is about.
pub fn path_of(message: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Message {
        params: Params,
    }
    #[derive(Deserialize)]
    struct Params {
        path: String,
    }
    serde_json::from_slice::<Message>(message).ok().map(|message| message.params.path)
}

/// Announces work, for a process that is supervised.
#[derive(Clone)]
pub struct Announcer {
    /// That of the main loop: when it ends nothing more is written.
    outgoing: Weak<Sender<Outgoing>>,
}

impl Announcer {
    pub fn new(outgoing: &Arc<Sender<Outgoing>>) -> Announcer {
        Announcer { outgoing: Arc::downgrade(outgoing) }
    }

    /// Tells the supervisor that work on `path` begins, and when the result is dropped that it has ended.
    pub fn begin(&self, path: &str) -> Busy {
        let (written, waits) = channel();
        self.say(BEGINS, path, Some(written));
        // A writer that is gone means that the supervisor is.
        let _ = waits.recv();
        Busy { announcer: self.clone(), path: path.to_owned() }
    }

    fn say(&self, method: &str, path: &str, written: Option<Sender<()>>) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": { "path": path } });
        if let Some(outgoing) = self.outgoing.upgrade() {
            let _ = outgoing.send(Outgoing::Announcement(message, written));
        }
    }
}

/// Work on a document.
pub struct Busy {
    announcer: Announcer,
    path: String,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.announcer.say(ENDS, &self.path, None);
    }
}

/// The work of one thread on one document, which it interrupts to wait for questions.
pub struct Work {
    announcer: Announcer,
    path: String,
    current: RefCell<Option<Busy>>,
}

impl Work {
    pub fn new(announcer: Announcer, path: &str) -> Work {
        Work { announcer, path: path.to_owned(), current: RefCell::default() }
    }

    pub fn begin(&self) {
        let mut current = self.current.borrow_mut();
        if current.is_none() {
            *current = Some(self.announcer.begin(&self.path));
        }
    }

    pub fn end(&self) {
        self.current.take();
    }
}

/// The files that are left alone.
#[derive(Clone, Default)]
pub struct Skipped(Arc<Mutex<BTreeSet<String>>>);

impl Skipped {
    pub fn set(&self, paths: BTreeSet<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = paths;
    }

    pub fn contains(&self, path: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(path)
    }
}

/// Overflows the stack where a document asks for it and the environment lets it: a test sees what that costs.
pub fn overflow_for_test(text: &str) {
    const MARK: &str = "tilec-test: overflow";
    if std::env::var_os("TILEC_LSP_TEST").is_some() && text.contains(MARK) {
        std::hint::black_box(deep(1));
    }
}

fn deep(n: u64) -> u64 {
    let frame = std::hint::black_box([n; 512]);
    if n == u64::MAX {
        return n;
    }
    deep(n + 1).wrapping_add(frame[(n % 512) as usize])
}
