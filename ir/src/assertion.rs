//! The message of an `assert` op that comes from C's macro: `FILE:LINE: FUNCTION: TEXT`.
//!
//! The op has one string. A device wants file, line, function and condition apart, so the string is
//! made here and taken apart here.

use std::fmt;

/// Where an assertion stands and what it states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion<'m> {
    pub file: &'m str,
    pub line: u32,
    pub function: &'m str,
    /// The condition as written.
    pub text: &'m str,
}

impl fmt::Display for Assertion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Assertion { file, line, function, text } = self;
        write!(f, "{file}:{line}: {function}: {text}")
    }
}

impl<'m> Assertion<'m> {
    /// Takes a message apart; one of another form is all text.
    pub fn of_message(message: &'m str) -> Assertion<'m> {
        let parts = || {
            let (place, rest) = message.split_once(": ")?;
            let (file, line) = place.rsplit_once(':')?;
            let (function, text) = rest.split_once(": ")?;
            Some(Assertion { file, line: line.parse().ok()?, function, text })
        };
        parts().unwrap_or(Assertion { file: "", line: 0, function: "", text: message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_made_and_taken_apart() {
        let assertion = Assertion { file: "c:/a.cu", line: 7, function: "f", text: "x ? y: z" };
        let message = assertion.to_string();
        assert_eq!(message, "c:/a.cu:7: f: x ? y: z");
        assert_eq!(Assertion::of_message(&message), assertion);
        for text in ["all true", "n: x", "a:b: c: d"] {
            let all_text = Assertion { file: "", line: 0, function: "", text };
            assert_eq!(Assertion::of_message(text), all_text);
        }
    }
}
