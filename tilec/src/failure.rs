//! Why a command did not do its work.

use lang::base::Diagnostic;

use crate::input::Unreadable;

/// What ends a command before its work is done.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// A file cannot be read or written.
    File(Box<Diagnostic>),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Usage(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Usage(message.to_owned())
    }
}

impl From<Box<Diagnostic>> for Failure {
    fn from(found: Box<Diagnostic>) -> Failure {
        Failure::File(found)
    }
}

impl From<Unreadable> for Failure {
    fn from(found: Unreadable) -> Failure {
        Failure::File(Box::new(found.into()))
    }
}
