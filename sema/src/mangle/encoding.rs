//! Encodings and their compression (Itanium C++ ABI 5.1.9).
//!
//! A *component* is a part of a name that a later `S_`, `S0_`, ... may stand for. The mangler first
//! makes the encoding with every component spelt out, but interned: equal encodings are one node,
//! however the types came about (`int(V)` and `(int)V` are the same expression). Writing then goes
//! once through the nodes from left to right, and what was written before becomes a substitution.
//! So a type that mentions another many times costs as much as it has different parts.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A node of [`Components`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Component(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Part {
    Text(String),
    Component(Component),
    /// A component that stands between `N` and `E` where it is spelt out, and is bare inside a
    /// longer prefix or as a substitution.
    Nested(Component),
}

/// A piece of a mangled name, components spelt out.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Code(Vec<Part>);

impl Code {
    pub fn text(text: impl Into<String>) -> Code {
        Code(vec![Part::Text(text.into())])
    }

    pub fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.0.push(Part::Text(text.to_owned())),
        }
    }

    pub fn append(&mut self, other: Code) {
        for part in other.0 {
            match part {
                Part::Text(text) => self.push(&text),
                part => self.0.push(part),
            }
        }
    }

    pub fn component(&mut self, component: Component) {
        self.0.push(Part::Component(component));
    }

    pub fn nested(&mut self, component: Component) {
        self.0.push(Part::Nested(component));
    }

    /// The component that this is, if it is one and nothing else.
    pub fn single(&self) -> Option<Component> {
        match self.0.as_slice() {
            [Part::Component(component) | Part::Nested(component)] => Some(*component),
            _ => None,
        }
    }

    /// As a prefix, which has no `N` and `E` of its own.
    pub fn bare(self) -> Code {
        match self.single() {
            Some(component) => Code(vec![Part::Component(component)]),
            None => self,
        }
    }

    /// `L...E`, which stands in a list of template arguments without `X` and `E`.
    pub fn is_literal(&self) -> bool {
        matches!(self.0.first(), Some(Part::Text(text)) if text.starts_with('L'))
    }
}

/// All components of a name, interned.
#[derive(Default)]
pub struct Components(IndexSet<Code, FxBuildHasher>);

impl Components {
    pub fn intern(&mut self, code: Code) -> Component {
        Component(self.0.insert_full(code).0 as u32)
    }

    /// The name, compressed.
    pub fn write(&self, code: &Code) -> String {
        let mut writer =
            Writer { components: self, known: FxHashMap::default(), out: String::new() };
        writer.code(code);
        writer.out
    }
}

struct Writer<'a> {
    components: &'a Components,
    /// The position of every component written so far.
    known: FxHashMap<Component, usize>,
    out: String,
}

impl Writer<'_> {
    fn code(&mut self, code: &Code) {
        for part in &code.0 {
            match part {
                Part::Text(text) => self.out.push_str(text),
                Part::Component(component) => self.component(*component, ["", ""]),
                Part::Nested(component) => self.component(*component, ["N", "E"]),
            }
        }
    }

    fn component(&mut self, component: Component, [open, close]: [&str; 2]) {
        if let Some(&index) = self.known.get(&component) {
            self.out.push('S');
            if index > 0 {
                self.out.push_str(&base36(index - 1));
            }
            self.out.push('_');
            return;
        }
        self.out.push_str(open);
        if let Some(code) = self.components.0.get_index(component.0 as usize) {
            self.code(code);
        }
        self.out.push_str(close);
        self.known.insert(component, self.known.len());
    }
}

/// A *seq-id*: base 36 in capitals.
pub fn base36(mut number: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = Vec::new();
    loop {
        text.push(char::from(DIGITS[number % 36]));
        number /= 36;
        if number == 0 {
            break;
        }
    }
    text.iter().rev().collect()
}
