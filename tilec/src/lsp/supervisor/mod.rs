//! The process that an editor talks to: it hands messages on to a process that compiles, and outlives it.
//!
//! A thread that overflows its stack ends its process, and so does the lack of memory. So the compiler
//! runs in a child process, `tilec lsp --supervised`, and this one, which compiles nothing, keeps what a
//! new child needs to know ([`Session`]). When a child ends that was not told to, the next one gets
//! the documents again, all but the one that the last child died of: that one has a diagnostic which
//! says so, and is checked again after the next edit.
//!
//! The child says what it is at work on ([`Busy`](super::busy::Busy)) before it begins. If that was one
//! document, it is *held*: kept from the child until it is edited. If there were several, they are
//! on *trial*: the next child gets one after the other, and the one that it dies of is held.
//!
//! Invariant: each request is answered once, by a child or by this process.
//! Invariant: messages that concern no held document arrive as they were sent, in their order.

mod child;
mod session;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::ErrorCode;
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use serde_json::{Value, json};

use self::child::{Child, Ended};
use self::session::{Document, Envelope, Session};
use super::server::Outcome;
use super::{busy, headers, transport};
use crate::output::say;

/// So many children in a row may end before they have work.
const MAX_STILLBORN: u32 = 3;
/// How long a document on trial waits after a crash: at first, and at most.
const PATIENCE: Duration = Duration::from_millis(100);
const MAX_PATIENCE: Duration = Duration::from_secs(5);

/// What the loop reacts to.
enum Event {
    FromClient(Vec<u8>),
    /// The client's output has ended, or no longer follows the protocol.
    ClientEnd(Option<io::Error>),
    /// A message of the child with this number.
    FromChild(u64, Vec<u8>),
    ChildEnd(u64),
}

/// A request that waits for its answer.
struct Pending {
    id: Value,
    /// The document that it is about.
    path: Option<String>,
    message: Vec<u8>,
    /// A child has died while it waited.
    is_repeated: bool,
}

/// Serves standard input and output until the client leaves.
pub fn run() -> Outcome {
    let (events, incoming) = channel();
    let reader = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        loop {
            let event = match transport::read_frame(&mut input) {
                Ok(Some(message)) => Event::FromClient(message),
                Ok(None) => Event::ClientEnd(None),
                Err(error) => Event::ClientEnd(Some(error)),
            };
            let is_end = matches!(event, Event::ClientEnd(_));
            if reader.send(event).is_err() || is_end {
                return;
            }
        }
    });
    match Child::start(0, &events) {
        Ok(child) => Supervisor::new(events, child).run(&incoming),
        Err(error) => {
            say(&format!("tilec lsp: the process that compiles does not start: {error}\n"));
            Outcome::Abrupt
        }
    }
}

struct Supervisor {
    events: Sender<Event>,
    child: Child,
    session: Session,
    pending: Vec<Pending>,
    /// What the child is at work on, by path, and how often.
    busy: BTreeMap<String, u32>,
    /// Paths that are kept from the child: it has died of them as they are now.
    held: BTreeSet<String>,
    /// Documents that the child gets one after the other.
    trial: VecDeque<String>,
    /// The one that it has got.
    on_trial: Option<String>,
    /// When the next one may be tried.
    not_before: Option<Instant>,
    n_crashes: u32,
    n_stillborn: u32,
    /// The child has answered `initialize`.
    is_ready: bool,
    /// The client has the answer to `initialize`; that of a new child is not for it.
    is_answered: bool,
    /// The client has left.
    is_leaving: bool,
    /// URIs for which something is shown.
    shown: BTreeSet<String>,
}

impl Supervisor {
    fn new(events: Sender<Event>, child: Child) -> Supervisor {
        Supervisor {
            events,
            child,
            session: Session::default(),
            pending: Vec::new(),
            busy: BTreeMap::new(),
            held: BTreeSet::new(),
            trial: VecDeque::new(),
            on_trial: None,
            not_before: None,
            n_crashes: 0,
            n_stillborn: 0,
            is_ready: false,
            is_answered: false,
            is_leaving: false,
            shown: BTreeSet::new(),
        }
    }

    fn run(mut self, events: &Receiver<Event>) -> Outcome {
        loop {
            let event = match self.not_before {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::FromClient(message)) => self.take_from_client(message),
                Ok(Event::ClientEnd(error)) => {
                    if let Some(error) = error {
                        say(&format!("tilec lsp: {error}\n"));
                    }
                    self.is_leaving = true;
                    self.child.hang_up();
                }
                Ok(Event::FromChild(number, message)) if number == self.child.number => {
                    self.take_from_child(&message);
                }
                Ok(Event::ChildEnd(number)) if number == self.child.number => {
                    let ended = self.child.wait();
                    if self.is_leaving {
                        return match ended {
                            Ended::Clean => Outcome::Clean,
                            Ended::Died(_) => Outcome::Abrupt,
                        };
                    }
                    let Some(child) = self.replacement() else { return Outcome::Abrupt };
                    self.crashed(child, &ended);
                }
                // Of a child that is no more.
                Ok(Event::FromChild(..) | Event::ChildEnd(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.not_before = None;
                    self.try_next();
                }
                Err(RecvTimeoutError::Disconnected) => return Outcome::Abrupt,
            }
        }
    }

    fn take_from_client(&mut self, message: Vec<u8>) {
        // What is not a message the child refuses.
        let Some(envelope) = Envelope::read(&message) else { return self.child.send(&message) };
        let Some(method) = envelope.method else { return self.child.send(&message) };
        let Some(id) = envelope.id else { return self.notified(&method, message) };
        if method == request::Initialize::METHOD && self.session.initialize.is_none() {
            self.session.initialized_with(&message);
        }
        let path = session::document_of(&message);
        if let Some(path) = &path
            && self.is_kept(path)
        {
            return self.refuse(&id, "the compiler ended when it checked this document");
        }
        self.child.send(&message);
        self.pending.push(Pending { id, path, message, is_repeated: false });
    }

    fn notified(&mut self, method: &str, message: Vec<u8>) {
        if method == notification::Exit::METHOD {
            self.is_leaving = true;
        }
        let path = self.session.notified(method, &message);
        if method == notification::DidChangeWatchedFiles::METHOD {
            // Closed files that the compiler died of may be others now.
            let open = &self.session.documents;
            self.held.retain(|path| open.contains_key(path));
            self.tell_held();
        }
        let Some(path) = path.filter(|path| self.is_kept(path)) else {
            return self.child.send(&message);
        };
        match method {
            notification::DidOpenTextDocument::METHOD
            | notification::DidChangeTextDocument::METHOD
                if self.held.remove(&path) =>
            {
                self.tell_held();
                self.trial.push_back(path);
                self.try_next();
            }
            notification::DidCloseTextDocument::METHOD => {
                self.held.remove(&path);
                self.trial.retain(|other| *other != path);
                self.tell_held();
                self.child.send(&message);
                self.publish(&path, &[]);
            }
            // It will get the document as it is then.
            _ => {}
        }
    }

    /// Whether the child does not know the document.
    fn is_kept(&self, path: &str) -> bool {
        self.held.contains(path) || self.trial.iter().any(|other| other == path)
    }

    fn take_from_child(&mut self, message: &[u8]) {
        let Some(envelope) = Envelope::read(message) else { return Self::to_client(message) };
        match (envelope.method.as_deref(), envelope.id) {
            (None, Some(id)) => {
                if self.session.initialize_id.as_ref() == Some(&id) && !self.is_ready {
                    self.is_ready = true;
                    if std::mem::replace(&mut self.is_answered, true) {
                        return;
                    }
                }
                self.pending.retain(|pending| pending.id != id);
                Self::to_client(message);
            }
            (Some(busy::BEGINS), _) => {
                if let Some(path) = busy::path_of(message) {
                    *self.busy.entry(path).or_default() += 1;
                    self.n_stillborn = 0;
                }
            }
            (Some(busy::ENDS), _) => {
                if let Some(path) = busy::path_of(message) {
                    self.done(&path);
                }
            }
            (Some(request::RegisterCapability::METHOD), _) if self.session.is_registered => {}
            (Some(method), _) => {
                if method == request::RegisterCapability::METHOD {
                    self.session.is_registered = true;
                } else if method == notification::PublishDiagnostics::METHOD {
                    self.shown.extend(session::uri_of(message));
                }
                Self::to_client(message);
            }
            (None, None) => Self::to_client(message),
        }
    }

    fn done(&mut self, path: &str) {
        if let Some(count) = self.busy.get_mut(path) {
            *count = count.saturating_sub(1);
            if *count > 0 {
                return;
            }
        }
        self.busy.remove(path);
        if self.on_trial.as_deref() == Some(path) {
            self.on_trial = None;
            self.n_crashes = 0;
            self.try_next();
        }
    }

    /// Gives the child the next document on trial, if it has none and the time has come.
    fn try_next(&mut self) {
        if self.on_trial.is_some() || self.not_before.is_some() {
            return;
        }
        let Some(path) = self.trial.pop_front() else { return };
        if let Some(document) = self.session.documents.get(&path) {
            self.child.send(&document.open());
            self.on_trial = Some(path);
        } else {
            self.try_next();
        }
    }

    /// A new child; `None` if that makes no sense.
    fn replacement(&mut self) -> Option<Child> {
        // One that dies without work dies again.
        if !self.is_ready || (self.busy.is_empty() && self.session.documents.is_empty()) {
            self.n_stillborn += 1;
        }
        if self.n_stillborn >= MAX_STILLBORN {
            say("tilec lsp: the process that compiles has ended\n");
            return None;
        }
        match Child::start(self.child.number + 1, &self.events) {
            Ok(child) => Some(child),
            Err(error) => {
                say(&format!("tilec lsp: the process that compiles does not start: {error}\n"));
                None
            }
        }
    }

    /// The child has died; another goes on.
    fn crashed(&mut self, child: Child, ended: &Ended) {
        self.child = child;
        self.n_crashes += 1;
        let factor = 1 << self.n_crashes.min(8).saturating_sub(1);
        let patience = PATIENCE.saturating_mul(factor).min(MAX_PATIENCE);
        let newly_held = self.suspect();
        self.log(&format!("the process that compiles ended ({ended}) and was started again"));
        // What the last child found in files that are not open, the next one may never look at.
        let open: BTreeSet<&str> =
            self.session.documents.values().map(|document| document.uri.as_str()).collect();
        let stale: Vec<String> =
            self.shown.iter().filter(|uri| !open.contains(uri.as_str())).cloned().collect();
        for uri in stale {
            self.shown.remove(&uri);
            let params = json!({ "uri": uri, "diagnostics": [] });
            Self::notify(notification::PublishDiagnostics::METHOD, &params);
        }
        for path in newly_held {
            self.publish_crash(&path, ended);
        }
        self.is_ready = false;
        if let Some(initialize) = &self.session.initialize {
            self.child.send(initialize);
        }
        self.tell_held();
        for message in self.session.notifications() {
            self.child.send(message);
        }
        for (path, document) in &self.session.documents {
            if !self.held.contains(path) && !self.trial.contains(path) {
                self.child.send(&document.open());
            }
        }
        self.ask_again();
        self.not_before = (!self.trial.is_empty()).then(|| Instant::now() + patience);
    }

    /// Decides which documents are held, which it returns, and which are on trial.
    fn suspect(&mut self) -> Vec<String> {
        let busy = std::mem::take(&mut self.busy);
        let mut suspects: Vec<String> = busy.into_keys().collect();
        if let Some(tried) = self.on_trial.take() {
            // It is suspected for the second time.
            suspects = vec![tried];
        } else if suspects.is_empty() {
            let known = self.session.documents.keys();
            suspects.extend(known.filter(|path| !self.is_kept(path)).cloned());
        }
        let is_one = suspects.len() == 1;
        // A file that is not open is left alone: the workspace asks for all of them at once.
        let is_held = |path: &String| is_one || !self.session.documents.contains_key(path);
        let (held, tried): (Vec<String>, Vec<String>) = suspects.into_iter().partition(is_held);
        self.trial.extend(tried);
        self.held.extend(held.iter().cloned());
        held
    }

    /// Sends what the last child has not answered to the new one, once, or answers it.
    fn ask_again(&mut self) {
        for mut pending in std::mem::take(&mut self.pending) {
            if self.session.initialize_id.as_ref() == Some(&pending.id) {
                self.pending.push(pending);
                continue;
            }
            let is_kept = pending.path.as_ref().is_some_and(|path| self.is_kept(path));
            if is_kept || pending.is_repeated {
                self.refuse(&pending.id, "the compiler ended when it checked this document");
                continue;
            }
            self.child.send(&pending.message);
            pending.is_repeated = true;
            self.pending.push(pending);
        }
    }

    /// Tells the child which files that are not open it leaves alone.
    fn tell_held(&mut self) {
        let open = &self.session.documents;
        let closed: Vec<&String> =
            self.held.iter().filter(|path| !open.contains_key(*path)).collect();
        let params = json!({ "paths": closed });
        let message = json!({ "jsonrpc": "2.0", "method": busy::SKIP, "params": params });
        self.child.send(message.to_string().as_bytes());
    }

    fn publish_crash(&mut self, path: &str, ended: &Ended) {
        let at = json!({ "line": 0, "character": 0 });
        let message = format!(
            "the compiler ended when it checked this file ({ended}): this is a bug in tilec\n\
             help: the file is checked again after the next edit; please report it with its text"
        );
        let diagnostic = json!({
            "range": { "start": at, "end": at },
            "severity": 1,
            "source": "tilec",
            "message": message,
        });
        self.publish(path, &[diagnostic]);
    }

    fn publish(&mut self, path: &str, diagnostics: &[Value]) {
        let document: Option<&Document> = self.session.documents.get(path);
        let uri = document.map(|document| document.uri.clone());
        let uri = uri.or_else(|| headers::uri_of(path).map(|uri| uri.as_str().to_owned()));
        let Some(uri) = uri else { return };
        let version = document.map(|document| document.version);
        let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
        if let Some(version) = version {
            params["version"] = json!(version);
        }
        self.shown.insert(uri);
        Self::notify(notification::PublishDiagnostics::METHOD, &params);
    }

    fn log(&self, text: &str) {
        let params = json!({ "type": 1, "message": text });
        Self::notify(notification::LogMessage::METHOD, &params);
    }

    fn notify(method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        Self::to_client(message.to_string().as_bytes());
    }

    fn refuse(&self, id: &Value, why: &str) {
        let error = json!({ "code": ErrorCode::ContentModified as i32, "message": why });
        let message = json!({ "jsonrpc": "2.0", "id": id, "error": error });
        Self::to_client(message.to_string().as_bytes());
    }

    fn to_client(message: &[u8]) {
        let mut output = io::stdout().lock();
        // A client that does not listen any more has closed its output too.
        let _ = transport::write_frame(&mut output, message).and_then(|()| output.flush());
    }
}
