//! A thread that keeps one document checked and answers questions about it.
//!
//! Jobs come in the order of the protocol: an edit ([`Job::Check`]) makes the document be checked
//! again, a question ([`Job::Ask`]) is about the text of the last edit before it. A question about
//! a text that will not be checked is refused
//! as `ContentModified`.
//!
//! The checked program lives on this thread's stack while questions come in ([`Thread::serve`]); an edit
//! ends that. Kernels are lowered for its diagnostics while no question is pending, one by one,
//! so that a question
//! waits for the check of its text and no longer. A question that is asked while the user types
//! waits for less: a
//! completion is answered between two bodies of the check, from another that goes no further than the
//! place that it is about ([`Thread::attend`]).
//!
//! A panic ends one question, or one analysis: then questions are refused until the next edit.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use lang::base::SourceLoader;
use lsp_server::{ErrorCode, RequestId, Response};
use sema::uses::Interrupt;
use serde_json::Value;

use super::analysis::{self, Age, Analysis, Beside, Subject};
use super::busy::{Announcer, Work};
use super::config::Settings;
use super::diagnostics::{self, Findings};
use super::dispatch;
use super::documents::Documents;
use super::launches;
use super::preamble::Preambles;
use crate::host::{HostFailure, HostSymbols};

/// Compiling recurses with the nesting of the source; the limits on nesting fit in this stack, of
/// which only what is used takes memory.
pub const STACK_BYTES: usize = 256 << 20;

/// A text to check.
#[derive(Clone)]
pub struct Check {
    pub version: i32,
    pub settings: Settings,
    /// Raised when the text is out of date.
    pub interrupt: Interrupt,
    /// Which text the launches that are known are of: the host compiler has not been asked about this one
    /// if that is an earlier one.
    pub launches: Age,
}

/// A request about the document.
pub struct Ask {
    pub id: RequestId,
    pub method: String,
    pub params: Value,
    /// The path of the document that it is about, if not that of the worker.
    pub document: Option<String>,
}

pub enum Job {
    Check(Check),
    Ask(Ask),
    /// What the host compiler says of a text, which is out of date if the interrupt is raised.
    Launches(Interrupt, launches::Answer),
    Stop,
}

/// What a worker tells the main loop.
pub enum Report {
    /// The document was checked.
    Found { path: String, version: i32, findings: Findings },
    /// A file that is not open was checked, or is gone.
    Checked { path: String, findings: Option<Findings> },
    /// How many files that are not open have been checked, of how many.
    Progress { done: usize, total: usize },
    /// The answer to a request.
    Answer(Response),
    /// Something for the log.
    Log(String),
}

/// The requests that the client no longer wants answered.
#[derive(Default)]
pub struct Cancelled(Mutex<Vec<RequestId>>);

impl Cancelled {
    /// Requests that were answered before they were cancelled stay in the list; it is kept short.
    const LIMIT: usize = 256;

    pub fn add(&self, id: RequestId) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() >= Cancelled::LIMIT {
            list.remove(0);
        }
        list.push(id);
    }

    fn take(&self, id: &RequestId) -> bool {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = list.iter().position(|known| known == id);
        index.map(|index| list.remove(index)).is_some()
    }
}

/// A worker as the main loop sees it.
pub struct Worker {
    jobs: Sender<Job>,
    pub interrupt: Interrupt,
}

/// The jobs of a worker, in their order.
struct Inbox {
    receiver: Receiver<Job>,
    /// Those that were received while they could not be done.
    kept: RefCell<VecDeque<Job>>,
}

impl Inbox {
    /// The next job; `Stop` if there will be none.
    fn next(&self) -> Job {
        let kept = self.kept.borrow_mut().pop_front();
        kept.unwrap_or_else(|| self.receiver.recv().unwrap_or(Job::Stop))
    }

    /// The next job, if there is one by now.
    fn poll(&self) -> Option<Job> {
        let kept = self.kept.borrow_mut().pop_front();
        kept.or_else(|| self.arrived())
    }

    /// A job that was not received yet.
    fn arrived(&self) -> Option<Job> {
        match self.receiver.try_recv() {
            Ok(job) => Some(job),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Job::Stop),
        }
    }

    /// Leaves the last job that arrived for later.
    fn keep(&self, job: Job) {
        self.kept.borrow_mut().push_back(job);
    }
}

/// What a worker thread has.
struct Thread {
    path: String,
    documents: Arc<Documents>,
    cancelled: Arc<Cancelled>,
    jobs: Inbox,
    reports: Box<dyn Fn(Report) + Send>,
    /// Findings are published when kernels are lowered: so it is for the first text, and where lowering
    /// found something in the last one. Else they are published before.
    waits: Cell<bool>,
    /// What the supervisor is told.
    work: Work,
    /// Where its own jobs go.
    sender: Sender<Job>,
    /// What the host code of the last text launched that the host compiler has compiled.
    launched: RefCell<Option<Arc<HostSymbols>>>,
    /// Why the last one was not compiled, if there is no host compiler.
    no_host: RefCell<Option<String>>,
}

impl Worker {
    /// Starts the worker of a document; it does nothing before the first [`Worker::check`].
    pub fn start(
        path: &str,
        documents: Arc<Documents>,
        cancelled: Arc<Cancelled>,
        announcer: Announcer,
        reports: impl Fn(Report) + Send + 'static,
    ) -> std::io::Result<Worker> {
        let (sender, jobs) = channel();
        let work = Work::new(announcer, path);
        let path = path.to_owned();
        let waits = Cell::new(true);
        let jobs = Inbox { receiver: jobs, kept: RefCell::default() };
        let thread = Thread {
            path,
            documents,
            cancelled,
            jobs,
            reports: Box::new(reports),
            waits,
            work,
            sender: sender.clone(),
            launched: RefCell::default(),
            no_host: RefCell::default(),
        };
        thread::Builder::new()
            .name("tilec-lsp-worker".into())
            .stack_size(STACK_BYTES)
            .spawn(move || thread.run())?;
        Ok(Worker { jobs: sender, interrupt: Interrupt::default() })
    }

    /// The document has a new text.
    pub fn check(&mut self, version: i32, settings: Settings) {
        self.interrupt.raise();
        self.interrupt = Interrupt::default();
        let interrupt = self.interrupt.clone();
        // A worker that is gone has said so.
        let launches = Age::Earlier;
        let _ = self.jobs.send(Job::Check(Check { version, settings, interrupt, launches }));
    }

    pub fn ask(&self, ask: Ask) {
        let _ = self.jobs.send(Job::Ask(ask));
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.interrupt.raise();
        let _ = self.jobs.send(Job::Stop);
    }
}

/// What ends serving.
enum Next {
    Check(Check),
    Stop,
}

impl Thread {
    fn run(self) {
        let preambles = Preambles::default();
        let mut next = self.await_check("the document is not there");
        while let Next::Check(check) = next {
            next = match catch_unwind(AssertUnwindSafe(|| self.check(&check, &preambles))) {
                Ok(next) => next,
                Err(panic) => {
                    preambles.forget();
                    let what = panic_text(panic.as_ref());
                    self.log(format!("checking {} failed: {what}", self.path));
                    self.await_check("the document could not be checked")
                }
            };
        }
    }

    /// Checks a text, and serves what came of it until something else is to be done.
    fn check(&self, check: &Check, preambles: &Preambles) -> Next {
        self.work.begin();
        let mut next = None;
        let launched = self.launched.borrow().clone();
        let subject = Subject {
            path: &self.path,
            documents: &*self.documents,
            settings: &check.settings,
            interrupt: &check.interrupt,
            preambles: Some(preambles),
            launched: launched.as_ref().map(|launched| (launched, check.launches)),
        };
        let attend = &mut |beside: Beside<'_>| self.attend(check, beside);
        analysis::analyse(subject, attend, &mut |found| {
            if !check.interrupt.is_raised() {
                next = self.serve(found, check);
            }
        });
        next.unwrap_or_else(|| self.await_check("the document was changed"))
    }

    /// Answers what has come in since the check began and need not wait for its end.
    fn attend(&self, check: &Check, beside: Beside<'_>) {
        // What comes behind an edit is about the text that it makes.
        while !check.interrupt.is_raised()
            && let Some(job) = self.jobs.arrived()
        {
            match job {
                Job::Ask(ask) if let Some(at) = dispatch::place(&ask.method, &ask.params) => {
                    let mut waiting = Some(ask);
                    let mut answer = |analysis: &mut Analysis<'_, '_>| {
                        let document = waiting.as_ref().and_then(|ask| ask.document.clone());
                        analysis.turn_to(document.as_deref());
                        if analysis.focus(at)
                            && let Some(ask) = waiting.take()
                        {
                            self.answer(analysis, ask);
                        }
                    };
                    // Whatever goes wrong will be said by the check itself.
                    let made = catch_unwind(AssertUnwindSafe(|| beside(&mut answer)));
                    if let Err(panic) = made {
                        self.log(format!("focusing failed: {}", panic_text(panic.as_ref())));
                    }
                    if let Some(ask) = waiting {
                        self.jobs.keep(Job::Ask(ask));
                    }
                }
                Job::Ask(_) | Job::Launches(..) => self.jobs.keep(job),
                Job::Check(_) | Job::Stop => return self.jobs.keep(job),
            }
        }
    }

    /// Answers requests until the document changes; lowers kernels while there are none. `None` if the
    /// program is to be handed over again.
    fn serve(&self, analysis: &mut Analysis<'_, '_>, check: &Check) -> Option<Next> {
        let n_checked = analysis.found.len();
        // What only lowering finds comes a little later, but nothing that was shown goes and comes
        // back with each edit.
        let is_early = analysis.is_lowering() && !self.waits.get();
        if is_early {
            self.publish(analysis, check);
        }
        while analysis.is_lowering() {
            match self.jobs.poll() {
                Some(job) => {
                    if let Some(next) = self.take(analysis, check, job) {
                        return Some(next);
                    }
                }
                None => analysis.lower_next(),
            }
        }
        if check.interrupt.is_raised() || analysis.is_incomplete() {
            return None;
        }
        let n_found = analysis.found.len();
        if !is_early || n_checked != n_found {
            self.publish(analysis, check);
        }
        self.waits.set(n_checked < n_found);
        if check.launches == Age::Earlier {
            self.ask_host(analysis, check);
        }
        loop {
            self.work.end();
            let job = self.jobs.next();
            self.work.begin();
            if let Some(next) = self.take(analysis, check, job) {
                return Some(next);
            }
        }
    }

    /// Asks the host compiler what the text launches; the answer is a job.
    fn ask_host(&self, analysis: &mut Analysis<'_, '_>, check: &Check) {
        let limit = check.settings.host_limit;
        if limit.is_zero() {
            return;
        }
        let Some(text) = self.documents.load(&self.path) else { return };
        if analysis.mentions().is_empty() {
            return;
        }
        let question = launches::LaunchQuery {
            path: self.path.clone(),
            text,
            options: analysis.options.clone(),
            compiler: check.settings.host.clone(),
            limit,
            interrupt: check.interrupt.clone(),
            known: self.launched.borrow().clone(),
        };
        let (sender, interrupt) = (self.sender.clone(), check.interrupt.clone());
        let tell = move |answer| {
            // A worker that is gone does not want to know.
            let _ = sender.send(Job::Launches(interrupt, answer));
        };
        if let Err(error) = question.ask(tell) {
            self.log(format!("no thread for the host compiler: {error}"));
        }
    }

    /// Takes what the host compiler says; the text is checked again if that is news.
    fn take_launches(
        &self,
        analysis: &mut Analysis<'_, '_>,
        check: &Check,
        answer: launches::Answer,
    ) -> Option<Next> {
        let symbols = match answer {
            Ok(symbols) => symbols,
            Err(failure) => {
                // What the host code has wrong is the build's concern: it may be half written.
                if let HostFailure::Missing(why) = failure
                    && self.no_host.replace(Some(why.clone())) != Some(why)
                {
                    self.publish(analysis, check);
                }
                return None;
            }
        };
        let had_problem = self.no_host.take().is_some();
        let is_news = analysis.is_news(&symbols) || analysis.is_doubted;
        self.launched.replace(Some(symbols));
        if is_news {
            return Some(Next::Check(Check { launches: Age::Current, ..check.clone() }));
        }
        if had_problem {
            self.publish(analysis, check);
        }
        None
    }

    fn publish(&self, analysis: &mut Analysis<'_, '_>, check: &Check) {
        analysis.note_missing_host(self.no_host.borrow().as_deref());
        let findings = diagnostics::findings(analysis, &check.settings);
        let (path, version) = (self.path.clone(), check.version);
        (self.reports)(Report::Found { path, version, findings });
    }

    /// Answers a request; any other job may end serving.
    fn take(&self, analysis: &mut Analysis<'_, '_>, check: &Check, job: Job) -> Option<Next> {
        match job {
            Job::Launches(interrupt, answer) => match interrupt.is_raised() {
                true => None,
                false => self.take_launches(analysis, check, answer),
            },
            Job::Ask(ask) => {
                self.answer(analysis, ask);
                None
            }
            Job::Check(check) => Some(self.newest(check)),
            Job::Stop => Some(Next::Stop),
        }
    }

    /// The last of the texts that wait to be checked.
    fn newest(&self, first: Check) -> Next {
        let mut newest = first;
        let mut asked = Vec::new();
        while newest.interrupt.is_raised() {
            match self.jobs.next() {
                Job::Check(check) => {
                    asked.drain(..).for_each(|ask| self.refuse(ask, "the document was changed"));
                    newest = check;
                }
                Job::Ask(ask) => asked.push(ask),
                Job::Launches(..) => {}
                Job::Stop => {
                    asked.drain(..).for_each(|ask| self.refuse(ask, "the document was closed"));
                    return Next::Stop;
                }
            }
        }
        Next::Check(newest)
    }

    /// Refuses requests until there is something to check.
    fn await_check(&self, why: &str) -> Next {
        self.work.end();
        loop {
            match self.jobs.next() {
                Job::Ask(ask) => self.refuse(ask, why),
                Job::Launches(..) => {}
                Job::Check(check) => return self.newest(check),
                Job::Stop => return Next::Stop,
            }
        }
    }

    fn answer(&self, analysis: &mut Analysis<'_, '_>, ask: Ask) {
        let Ask { id, method, params, document } = ask;
        let response = if self.cancelled.take(&id) {
            Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".into())
        } else {
            let answer = AssertUnwindSafe(|| {
                analysis.turn_to(document.as_deref());
                dispatch::answer(analysis, &method, params)
            });
            match catch_unwind(answer) {
                Ok(Ok(value)) => Response::new_ok(id, value),
                Ok(Err(error)) => Response::new_err(id, error.code as i32, error.message),
                Err(panic) => {
                    let what = panic_text(panic.as_ref());
                    self.log(format!("{method} failed: {what}"));
                    Response::new_err(id, ErrorCode::InternalError as i32, what)
                }
            }
        };
        (self.reports)(Report::Answer(response));
    }

    fn refuse(&self, ask: Ask, why: &str) {
        let code = match self.cancelled.take(&ask.id) {
            true => ErrorCode::RequestCanceled,
            false => ErrorCode::ContentModified,
        };
        (self.reports)(Report::Answer(Response::new_err(ask.id, code as i32, why.into())));
    }

    fn log(&self, text: String) {
        (self.reports)(Report::Log(text));
    }
}

/// What a panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
