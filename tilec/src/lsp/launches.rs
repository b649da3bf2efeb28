//! The launches of a document's host code, asked of a host compiler in the background.
//!
//! The question goes to a thread of its own, some time after the last edit; it is taken back when a newer
//! text comes or the document is closed, and a compiler that does not come to an end is killed. One
//! compiler runs at a time. The host compiler reads the document as it is in the editor, and headers as
//! they are saved.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use lang::pp::PpOptions;
use sema::uses::Interrupt;

use crate::host::{self, HostCompiler, HostFailure, HostSource, HostSymbols, Patience};

/// How long a document is left alone before its host compiler starts.
const REST: Duration = Duration::from_millis(300);

/// How often a thread that waits looks whether it still should.
const PERIOD: Duration = Duration::from_millis(10);

/// What came of a question.
pub type Answer = Result<Arc<HostSymbols>, HostFailure>;

/// A question about a text.
pub struct LaunchQuery {
    pub path: String,
    pub text: Arc<str>,
    pub options: PpOptions,
    pub compiler: HostCompiler,
    /// How long the compiler may take.
    pub limit: Duration,
    /// Raised when the text is out of date.
    pub interrupt: Interrupt,
    /// The last answer.
    pub known: Option<Arc<HostSymbols>>,
}

impl LaunchQuery {
    /// Asks, and tells the answer unless it is not wanted any more.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn ask(self, tell: impl FnOnce(Answer) + Send + 'static) -> std::io::Result<()> {
        let work = move || {
            if let Some(answer) = self.answer()
                && !self.interrupt.is_raised()
            {
                tell(answer);
            }
        };
        thread::Builder::new().name("tilec-lsp-host".into()).spawn(work)?;
        Ok(())
    }

    /// `None` if that is switched off.
    fn answer(&self) -> Option<Answer> {
        static TURN: Mutex<()> = Mutex::new(());
        let rested = Instant::now() + REST;
        while Instant::now() < rested {
            self.wait()?;
        }
        let _turn = loop {
            match TURN.try_lock() {
                Ok(turn) => break turn,
                Err(TryLockError::Poisoned(turn)) => break turn.into_inner(),
                Err(TryLockError::WouldBlock) => self.wait()?,
            }
        };
        let LaunchQuery { path, text, options, compiler, limit, interrupt, known } = self;
        let deadline = Instant::now() + *limit;
        let patience = Patience { interrupt: interrupt.clone(), deadline };
        let source =
            HostSource { path, text: Some(text), options, purpose: host::Purpose::Symbols };
        let ask = || host::symbols(compiler, &source, Some(&patience), known.as_ref());
        // Without an answer the document is as it was.
        catch_unwind(AssertUnwindSafe(ask)).ok()
    }

    fn wait(&self) -> Option<()> {
        thread::sleep(PERIOD);
        (!self.interrupt.is_raised()).then_some(())
    }
}
