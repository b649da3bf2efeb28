//! The syntax tree of a text: the shape of each op, without its meaning.

use crate::attrs::Hints;
use crate::entities::Type;

/// Offsets of the first byte and of the byte after the last.
pub(super) type Range = (u32, u32);

/// A name as written, and where.
#[derive(Clone, Debug)]
pub(super) struct Name<'a> {
    pub text: &'a str,
    pub range: Range,
}

#[derive(Debug)]
pub(super) struct ModuleAst<'a> {
    pub name: Name<'a>,
    pub attributes: Vec<(Name<'a>, Option<Atom<'a>>)>,
    pub items: Vec<ItemAst<'a>>,
}

#[derive(Debug)]
pub(super) enum ItemAst<'a> {
    Global(GlobalAst<'a>),
    Entry(EntryAst<'a>),
}

#[derive(Debug)]
pub(super) struct GlobalAst<'a> {
    pub range: Range,
    /// Everything between `global` and `:`.
    pub parts: Vec<Part<'a>>,
    pub ty: Type,
}

#[derive(Debug)]
pub(super) struct EntryAst<'a> {
    pub range: Range,
    pub name: Name<'a>,
    pub params: Vec<EntryParam<'a>>,
    pub hints: HintsAst<'a>,
    pub body: Vec<OpAst<'a>>,
}

#[derive(Debug)]
pub(super) enum EntryParam<'a> {
    Value(ValueParam<'a>),
    /// `%name = (pieces) {attributes}`
    Record {
        name: Name<'a>,
        pieces: Vec<ValueParam<'a>>,
        attributes: Dictionary<'a>,
    },
}

pub(super) type Dictionary<'a> = Vec<(Name<'a>, Option<Atom<'a>>)>;

/// `%name: type {attributes}`
#[derive(Debug)]
pub(super) struct ValueParam<'a> {
    pub name: Name<'a>,
    pub ty: Type,
    pub attributes: Dictionary<'a>,
}

/// An op: `results = mnemonic parts : from -> to (params) regions`.
#[derive(Debug)]
pub(super) struct OpAst<'a> {
    pub range: Range,
    /// Name and how many values it stands for.
    pub results: Vec<(Name<'a>, Option<&'a str>)>,
    pub mnemonic: Name<'a>,
    pub parts: Vec<Part<'a>>,
    pub from: Vec<Type>,
    /// The types after `->`, if it is there.
    pub to: Option<Vec<Type>>,
    pub params: Vec<(Name<'a>, Option<Type>)>,
    pub regions: Vec<Vec<OpAst<'a>>>,
}

/// A part of an op between its name and its types.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub range: Range,
    pub kind: PartKind<'a>,
}

#[derive(Debug)]
pub(super) enum PartKind<'a> {
    Comma,
    Value(Name<'a>),
    /// `signed`
    Word(&'a str),
    /// `rounding<zero>`, `div_by<16, every 4 along 1>`: atoms by commas.
    Angle(&'a str, Vec<Vec<Atom<'a>>>),
    /// `dim = 1`
    Named(&'a str, Atom<'a>),
    /// `[%i, %j]`
    List(Vec<Atom<'a>>),
    Text(&'a str),
    Symbol(&'a str),
    /// `<f32: [1.0, 2.0]>`
    Constant(&'a str, Atom<'a>),
    Hints(HintsAst<'a>),
}

/// A small piece of an attribute.
#[derive(Debug)]
pub(super) struct Atom<'a> {
    pub range: Range,
    pub kind: AtomKind<'a>,
}

#[derive(Debug)]
pub(super) enum AtomKind<'a> {
    Number(&'a str),
    /// `0.0 : f32`
    Typed(&'a str, &'a str),
    Word(&'a str),
    Text(&'a str),
    /// `@name`, without the `@`
    Symbol(&'a str),
    /// `ptr<f32>`
    Pointer(&'a str),
    /// `?`
    Open,
    Value(Name<'a>),
    List(Vec<Atom<'a>>),
}

/// `sm_90 = {occupancy = 2}, ..`
pub(super) type HintsAst<'a> = Vec<(Name<'a>, Vec<(Name<'a>, Atom<'a>)>)>;

/// The hints that an AST stands for; unknown keys and targets are ignored, as bad hints are.
pub(super) fn hints(ast: &HintsAst<'_>) -> Hints {
    let mut hints = Hints::new();
    for (target, pairs) in ast {
        let sm = match target.text {
            "default" => None,
            text => match text.strip_prefix("sm_").and_then(|number| number.parse().ok()) {
                Some(sm) => Some(sm),
                None => continue,
            },
        };
        for (key, value) in pairs {
            let key = crate::attrs::HintKey::from_text(key.text);
            let value = match value.kind {
                AtomKind::Word("true") => Some(1),
                AtomKind::Word("false") => Some(0),
                AtomKind::Number(number) | AtomKind::Typed(number, _) => number.parse().ok(),
                _ => None,
            };
            if let (Some(key), Some(value)) = (key, value) {
                hints.set(sm, key, value);
            }
        }
    }
    hints
}
