//! A mnemonic, read modifier by modifier in the order of the PTX manual.

use super::syntax::Result;
use super::types::{Space, Ty};

/// `cvt.rn.f16.f32` with a cursor after the modifiers that have been read.
#[derive(Clone, Debug)]
pub struct Mnemonic<'t> {
    text: &'t str,
    base: &'t str,
    rest: &'t str,
}

impl<'t> Mnemonic<'t> {
    pub fn new(text: &'t str) -> Mnemonic<'t> {
        let end = text.find('.').unwrap_or(text.len());
        Mnemonic { text, base: &text[..end], rest: &text[end..] }
    }

    /// What stands before the first dot.
    pub fn base(&self) -> &'t str {
        self.base
    }

    /// The next modifier, without its dot.
    fn next(&self) -> Option<&'t str> {
        let rest = self.rest.strip_prefix('.')?;
        Some(&rest[..rest.find('.').unwrap_or(rest.len())])
    }

    /// The next modifier, whatever it is, which is then read.
    pub fn word(&mut self) -> Option<&'t str> {
        let word = self.next();
        self.advance();
        word
    }

    fn advance(&mut self) {
        let length = self.next().map_or(0, |next| next.len() + 1);
        self.rest = &self.rest[length..];
    }

    /// Whether the next modifier is this one, which is then read.
    pub fn flag(&mut self, name: &str) -> bool {
        let found = self.next() == Some(name);
        if found {
            self.advance();
        }
        found
    }

    /// The meaning of the next modifier if it is in the list.
    pub fn optional<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        let next = self.next()?;
        let (_, meaning) = choices.iter().find(|(name, _)| *name == next)?;
        self.advance();
        Some(*meaning)
    }

    /// The meaning of the next modifier, which must be in the list.
    pub fn one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T> {
        let names = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", .");
        self.optional(choices).ok_or_else(|| self.error(&format!("expected one of .{}", names())))
    }

    /// Reads modifiers that change nothing here as long as there are any of them.
    pub fn skip(&mut self, is_known: impl Fn(&str) -> bool) {
        while self.next().is_some_and(&is_known) {
            self.advance();
        }
    }

    pub fn optional_ty(&mut self) -> Option<Ty> {
        let ty = self.next().and_then(Ty::named)?;
        self.advance();
        Some(ty)
    }

    pub fn ty(&mut self) -> Result<Ty> {
        self.optional_ty().ok_or_else(|| self.error("expected a type"))
    }

    pub fn space(&mut self) -> Space {
        let space = self.next().and_then(|next| Space::named(&format!(".{next}")));
        if space.is_some() {
            self.advance();
        }
        space.unwrap_or(Space::Generic)
    }

    /// The last modifier, if it is a type.
    pub fn last_ty(&self) -> Option<Ty> {
        self.rest.rsplit('.').next().and_then(Ty::named)
    }

    /// That everything has been read.
    pub fn end(&self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.error("unknown modifiers")) }
    }

    pub fn error(&self, what: &str) -> String {
        match self.rest {
            "" => format!("{what} at the end of `{}`", self.text),
            rest => format!("{what} at `{rest}` of `{}`", self.text),
        }
    }
}
