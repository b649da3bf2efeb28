//! Reads the fields of an op from its parts, as the op table asks for them.
//!
//! Operands are the values in order: `one` takes one, `opt` one if there is one, `many` the rest;
//! tokens are named (`token = %t`), indices stand in brackets. Attributes are found by their
//! kind, wherever they stand: the order of words in an op carries no meaning. Parts that the op
//! does not have are an error.

use super::Reporter;
use super::ast::{Atom, AtomKind, Name, OpAst, Part, PartKind, Range, hints};
use crate::attrs::{
    Assumption, AttrKind, AttrValue, CmpOrdering, CmpPredicate, ConstArg, ConstArgs, DenseConstant,
    Event, Identities, Inbounds, Literal, MemoryOrdering, MemoryScope, Overflow, ReductionKind,
    RmwMode, Rounding, Signedness,
};
use crate::codes;
use crate::entities::{Block, Global, Value};
use crate::literal::number_bits;
use crate::ops::{FieldSource, Opcode, ValueList};
use crate::types::{Elem, Scalar};

/// A part could not be read; it has been reported.
pub(super) struct Reported;

/// What a source of fields needs from around the op.
pub(super) trait Scope {
    fn value(&mut self, name: &Name<'_>, reporter: &mut Reporter<'_>) -> Result<Value, Reported>;
    fn global(&self, name: &str) -> Option<Global>;
}

/// The parts of one op, each used once.
pub(super) struct Fields<'a, 'r, S> {
    pub op: &'a OpAst<'a>,
    pub opcode: Opcode,
    pub scope: &'a mut S,
    pub reporter: &'a mut Reporter<'r>,
    /// The blocks of the regions, in order.
    pub regions: Vec<Block>,
    /// The element type of the result, for constants that do not say theirs.
    pub result_elem: Option<Scalar>,
    used: Vec<bool>,
}

impl<'a, 'r, S: Scope> Fields<'a, 'r, S> {
    pub(super) fn new(
        op: &'a OpAst<'a>,
        opcode: Opcode,
        scope: &'a mut S,
        reporter: &'a mut Reporter<'r>,
        regions: Vec<Block>,
        result_elem: Option<Scalar>,
    ) -> Self {
        let used = op.parts.iter().map(|part| matches!(part.kind, PartKind::Comma)).collect();
        Fields { op, opcode, scope, reporter, regions, result_elem, used }
    }

    /// Reports parts that no field is made of.
    pub(super) fn finish(self) -> Result<(), Reported> {
        let unused = self.op.parts.iter().zip(&self.used).find(|(_, used)| !**used);
        let Some((part, _)) = unused else { return Ok(()) };
        let message = format!("`{}` does not have this part", self.op.mnemonic.text);
        self.reporter.report(codes::BAD_OP_SYNTAX, part.range, message);
        Err(Reported)
    }

    /// The first unused part that `pick` takes.
    fn take<T>(&mut self, mut pick: impl FnMut(&'a Part<'a>) -> Option<T>) -> Option<T> {
        let op = self.op;
        for (part, used) in op.parts.iter().zip(&mut self.used) {
            if *used {
                continue;
            }
            if let Some(found) = pick(part) {
                *used = true;
                return Some(found);
            }
        }
        None
    }

    fn missing<T>(&mut self, name: &str) -> Result<T, Reported> {
        let message = format!("`{}` lacks its {name}", self.op.mnemonic.text);
        self.reporter.report(codes::BAD_OP_SYNTAX, self.op.mnemonic.range, message);
        Err(Reported)
    }

    fn bad<T>(&mut self, range: Range, message: impl Into<String>) -> Result<T, Reported> {
        self.reporter.report(codes::BAD_LITERAL, range, message);
        Err(Reported)
    }

    /// A bare word that `parse` knows.
    fn word<T>(&mut self, parse: fn(&str) -> Option<T>) -> Option<T> {
        self.take(|part| match part.kind {
            PartKind::Word(word) => parse(word),
            _ => None,
        })
    }

    /// `key<word>`.
    fn angle_word<T>(
        &mut self,
        key: &str,
        parse: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Reported> {
        let found = self.take(|part| match &part.kind {
            PartKind::Angle(name, items) if *name == key => Some((part.range, items)),
            _ => None,
        });
        let Some((range, items)) = found else { return Ok(None) };
        if let [item] = &items[..]
            && let [Atom { kind: AtomKind::Word(word), .. }] = &item[..]
            && let Some(value) = parse(word)
        {
            return Ok(Some(value));
        }
        self.reporter.report(codes::UNKNOWN_NAME, range, format!("there is no such {key}"));
        Err(Reported)
    }

    /// `key = atom`.
    fn named(&mut self, key: &str) -> Option<&'a Atom<'a>> {
        self.take(|part| match &part.kind {
            PartKind::Named(name, atom) if *name == key => Some(atom),
            _ => None,
        })
    }

    fn list(&mut self) -> Option<&'a [Atom<'a>]> {
        self.take(|part| match &part.kind {
            PartKind::List(items) => Some(&items[..]),
            _ => None,
        })
    }

    fn number(&mut self, atom: &Atom<'_>) -> Result<i64, Reported> {
        match atom.kind {
            AtomKind::Number(text) | AtomKind::Typed(text, _) => {
                number_bits(Scalar::I64, text).map(|bits| bits as i64)
            }
            _ => None,
        }
        .map_or_else(|| self.bad(atom.range, "this must be a 64-bit number"), Ok)
    }

    fn positional(&mut self) -> Result<Option<Value>, Reported> {
        let name = self.take(|part| match &part.kind {
            PartKind::Value(name) => Some(name),
            _ => None,
        });
        name.map(|name| self.scope.value(name, self.reporter)).transpose()
    }

    /// The values among atoms.
    fn values(&mut self, atoms: &[Atom<'_>]) -> Result<ValueList, Reported> {
        let mut list = ValueList::new();
        for atom in atoms {
            if let AtomKind::Value(name) = &atom.kind {
                list.push(self.scope.value(name, self.reporter)?);
            }
        }
        Ok(list)
    }

    /// `inbounds = [true, false]`; without a promise the list is empty.
    fn inbounds(&mut self) -> Result<Option<Inbounds>, Reported> {
        let Some(atom) = self.named("inbounds") else { return Ok(None) };
        let AtomKind::List(items) = &atom.kind else {
            return self.bad(atom.range, "`inbounds` is a list");
        };
        let mut inbounds = Inbounds::new();
        for item in items {
            match item.kind {
                AtomKind::Word(word @ ("true" | "false")) => inbounds.push(word == "true"),
                _ => return self.bad(item.range, "this must be `true` or `false`"),
            }
        }
        Ok(Some(if inbounds.contains(&true) { inbounds } else { Inbounds::new() }))
    }

    /// `const_args = [f32, ptr<f32>, 5, "text"]`.
    fn const_args(&mut self) -> Result<Option<ConstArgs>, Reported> {
        let Some(atom) = self.named("const_args") else { return Ok(None) };
        let AtomKind::List(items) = &atom.kind else {
            return self.bad(atom.range, "`const_args` is a list");
        };
        let mut args = ConstArgs::new();
        for item in items {
            let of = |elem: Option<Scalar>, make: fn(Scalar) -> Elem| {
                elem.map(|elem| ConstArg::Type(make(elem)))
            };
            let arg = match item.kind {
                AtomKind::Word(word) => of(Scalar::from_text(word), Elem::Scalar),
                AtomKind::Pointer(word) => of(Scalar::from_text(word), Elem::Ptr),
                AtomKind::Text(text) => Some(ConstArg::Text(unquoted(text).into())),
                AtomKind::Number(_) => Some(ConstArg::Int(self.number(item)?)),
                _ => None,
            };
            match arg {
                Some(arg) => args.push(arg),
                None => return self.bad(item.range, "this must be a type, a number or a text"),
            }
        }
        Ok(Some(args))
    }

    fn identities(&mut self) -> Result<Identities, Reported> {
        let Some(atom) = self.named("identities") else { return self.missing("identities") };
        let AtomKind::List(items) = &atom.kind else {
            return self.bad(atom.range, "identities are a list");
        };
        let mut identities = Identities::new();
        for item in items {
            let literal = match item.kind {
                AtomKind::Typed(text, elem) => Scalar::from_text(elem)
                    .and_then(|elem| Some(Literal { elem, bits: number_bits(elem, text)? })),
                AtomKind::Word(text @ ("true" | "false")) => {
                    Some(Literal { elem: Scalar::I1, bits: u64::from(text == "true") })
                }
                _ => None,
            };
            match literal {
                Some(literal) => identities.push(literal),
                None => return self.bad(item.range, "an identity is a number with its type"),
            }
        }
        Ok(identities)
    }

    /// `<f32: 1.0>` or `dense<1.0>`.
    fn constant(&mut self) -> Result<DenseConstant, Reported> {
        let found = self.take(|part| match &part.kind {
            PartKind::Constant(elem, value) => Some((part.range, Some(*elem), value)),
            PartKind::Angle("dense", items) => match &items[..] {
                [item] => item.first().map(|value| (part.range, None, value)),
                _ => None,
            },
            _ => None,
        });
        let Some((range, elem, value)) = found else { return self.missing("value") };
        let elem = match elem {
            Some(text) => Scalar::from_text(text),
            None => self.result_elem,
        };
        let Some(elem) = elem else { return self.bad(range, "the element type is unknown") };
        match constant(elem, value) {
            Ok(constant) => Ok(constant),
            Err(range) => self.bad(range, format!("this is not a number of type {elem}")),
        }
    }

    fn assumption(&mut self) -> Result<Assumption, Reported> {
        let found = self.take(|part| match &part.kind {
            PartKind::Angle(name, items) => Some((part.range, *name, &items[..])),
            _ => None,
        });
        let Some((range, name, items)) = found else { return self.missing("predicate") };
        let open = |atom: &Atom<'_>| matches!(atom.kind, AtomKind::Open);
        match (name, items) {
            ("div_by", [first, rest @ ..]) if first.len() == 1 && rest.len() <= 1 => {
                let divisor = self.number(&first[0])? as u64;
                let every = match rest.first().map(|words| &words[..]) {
                    None => None,
                    Some([every, count, along, dim])
                        if is_word(every, "every") && is_word(along, "along") =>
                    {
                        let (count, dim) = (self.number(count)?, self.number(dim)?);
                        let Ok(dim) = u32::try_from(dim) else {
                            return self.bad(range, "the dimension is out of range");
                        };
                        Some((count, dim))
                    }
                    Some(_) => return self.bad(range, "expected `every N along DIM`"),
                };
                Ok(Assumption::DivBy { divisor, every })
            }
            ("same_elements", [item]) if item.len() == 1 => {
                let AtomKind::List(groups) = &item[0].kind else {
                    return self.bad(range, "group sizes are a list");
                };
                let mut sizes = smallvec::SmallVec::new();
                for group in groups {
                    sizes.push(self.number(group)?);
                }
                Ok(Assumption::SameElements { groups: sizes })
            }
            ("bounded", [lower, upper]) if lower.len() == 1 && upper.len() == 1 => {
                let mut bound = |atom: &Atom<'_>| {
                    if open(atom) { Ok(None) } else { self.number(atom).map(Some) }
                };
                let (lower, upper) = (bound(&lower[0])?, bound(&upper[0])?);
                Ok(Assumption::Bounded { lower, upper })
            }
            _ => {
                let message = format!("there is no assumption `{name}` of this form");
                self.reporter.report(codes::UNKNOWN_NAME, range, message);
                Err(Reported)
            }
        }
    }
}

fn is_word(atom: &Atom<'_>, word: &str) -> bool {
    matches!(atom.kind, AtomKind::Word(text) if text == word)
}

/// A number, or numbers in nested lists, as a constant; the range of what is none.
pub(super) fn constant(elem: Scalar, value: &Atom<'_>) -> Result<DenseConstant, Range> {
    let bits = |atom: &Atom<'_>| match atom.kind {
        AtomKind::Number(text) | AtomKind::Word(text) => number_bits(elem, text),
        _ => None,
    };
    if !matches!(value.kind, AtomKind::List(_)) {
        return bits(value).map(|bits| DenseConstant::splat(elem, bits)).ok_or(value.range);
    }
    let mut elements = Vec::new();
    // Leaves from left to right; nesting is bounded by the lexer.
    let mut stack = vec![value];
    while let Some(atom) = stack.pop() {
        match &atom.kind {
            AtomKind::List(items) => stack.extend(items.iter().rev()),
            _ => elements.push(bits(atom).ok_or(atom.range)?),
        }
    }
    Ok(DenseConstant::dense(elem, elements))
}

impl<S: Scope> FieldSource for Fields<'_, '_, S> {
    type Error = Reported;

    fn one(&mut self, name: &'static str) -> Result<Value, Reported> {
        match self.positional()? {
            Some(value) => Ok(value),
            None => self.missing(name),
        }
    }

    fn opt(&mut self, name: &'static str) -> Result<Option<Value>, Reported> {
        if name != "token" {
            return self.positional();
        }
        let Some(atom) = self.named("token") else { return Ok(None) };
        match self.values(std::slice::from_ref(atom))?.first() {
            Some(&token) => Ok(Some(token)),
            None => self.bad(atom.range, "a token is a value"),
        }
    }

    fn many(&mut self, name: &'static str) -> Result<ValueList, Reported> {
        let atoms = match name {
            "index" | "indices" => match self.list() {
                Some(atoms) => atoms,
                None => return self.missing(name),
            },
            "dynamic_shape" | "dynamic_strides" => {
                let key = name.strip_prefix("dynamic_").unwrap_or(name);
                match self.named(key).map(|atom| &atom.kind) {
                    Some(AtomKind::List(atoms)) => &atoms[..],
                    _ => return self.missing(key),
                }
            }
            _ => {
                let mut list = ValueList::new();
                while let Some(value) = self.positional()? {
                    list.push(value);
                }
                return Ok(list);
            }
        };
        self.values(atoms)
    }

    fn attr(&mut self, name: &'static str, kind: AttrKind) -> Result<AttrValue, Reported> {
        let found = match kind {
            AttrKind::Flag if self.opcode == Opcode::Scan => {
                let Some(atom) = self.named(name) else { return self.missing(name) };
                Some(AttrValue::Flag(is_word(atom, "true")))
            }
            AttrKind::Flag => {
                let flag = self.take(|part| match part.kind {
                    PartKind::Word(word) if word == name => Some(()),
                    _ => None,
                });
                flag.map(|()| AttrValue::Flag(true))
            }
            AttrKind::Dim => {
                let Some(atom) = self.named(name) else { return self.missing(name) };
                match u32::try_from(self.number(atom)?) {
                    Ok(dim) => Some(AttrValue::Dim(dim)),
                    Err(_) => return self.bad(atom.range, "the dimension is out of range"),
                }
            }
            AttrKind::Int => {
                let Some(atom) = self.named(name) else { return self.missing(name) };
                Some(AttrValue::Int(self.number(atom)?))
            }
            AttrKind::Text => {
                let text = self.take(|part| match part.kind {
                    PartKind::Text(text) => Some(text),
                    _ => None,
                });
                text.map(|text| AttrValue::Text(unquoted(text).into()))
            }
            AttrKind::Signedness => self.word(Signedness::from_text).map(AttrValue::Signedness),
            AttrKind::Overflow => {
                self.angle_word("overflow", Overflow::from_text)?.map(AttrValue::Overflow)
            }
            AttrKind::Rounding => {
                self.angle_word("rounding", Rounding::from_text)?.map(AttrValue::Rounding)
            }
            AttrKind::Predicate => self.word(CmpPredicate::from_text).map(AttrValue::Predicate),
            AttrKind::CmpOrdering => self.word(CmpOrdering::from_text).map(AttrValue::CmpOrdering),
            AttrKind::MemoryOrdering => {
                self.word(MemoryOrdering::from_text).map(AttrValue::MemoryOrdering)
            }
            AttrKind::Scope => self.word(MemoryScope::from_text).map(AttrValue::Scope),
            AttrKind::OptScope => Some(AttrValue::OptScope(self.word(MemoryScope::from_text))),
            AttrKind::Event => self.word(Event::from_text).map(AttrValue::Event),
            AttrKind::RmwMode => self.word(RmwMode::from_text).map(AttrValue::RmwMode),
            AttrKind::Reduction => {
                self.angle_word("reduction", ReductionKind::from_text)?.map(AttrValue::Reduction)
            }
            AttrKind::Constant => Some(AttrValue::Constant(self.constant()?)),
            AttrKind::Permutation => {
                let Some(atoms) = self.list() else { return self.missing(name) };
                let mut permutation = crate::attrs::Permutation::new();
                for atom in atoms {
                    let dim = self.number(atom)?;
                    match u32::try_from(dim) {
                        Ok(dim) => permutation.push(dim),
                        Err(_) => return self.bad(atom.range, "the dimension is out of range"),
                    }
                }
                Some(AttrValue::Permutation(permutation))
            }
            AttrKind::Identities => Some(AttrValue::Identities(self.identities()?)),
            AttrKind::Assumption => Some(AttrValue::Assumption(self.assumption()?)),
            AttrKind::Global => {
                let symbol = self.take(|part| match part.kind {
                    PartKind::Symbol(symbol) => Some((part.range, symbol)),
                    _ => None,
                });
                let Some((range, symbol)) = symbol else { return self.missing(name) };
                match self.scope.global(&unquoted(symbol)) {
                    Some(global) => Some(AttrValue::Global(global)),
                    None => {
                        let message = format!("there is no global `@{symbol}`");
                        self.reporter.report(codes::UNRESOLVED, range, message);
                        return Err(Reported);
                    }
                }
            }
            AttrKind::Hints => {
                let found = self.take(|part| match &part.kind {
                    PartKind::Hints(ast) => Some(hints(ast)),
                    _ => None,
                });
                found.map(AttrValue::Hints)
            }
            AttrKind::Inbounds => self.inbounds()?.map(AttrValue::Inbounds),
            AttrKind::ConstArgs => self.const_args()?.map(AttrValue::ConstArgs),
        };
        match found.or_else(|| self.opcode.default_attr(kind)) {
            Some(value) => Ok(value),
            None => self.missing(name),
        }
    }

    fn region(&mut self, name: &'static str) -> Result<Block, Reported> {
        if self.regions.is_empty() {
            return self.missing(name);
        }
        Ok(self.regions.remove(0))
    }

    fn wrong_kind(&mut self, name: &'static str) -> Reported {
        let _: Result<(), Reported> = self.missing(name);
        Reported
    }
}

/// The text that a literal stands for; a name without quotes stands for itself.
pub(super) fn unquoted(literal: &str) -> String {
    let Some(inner) = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return literal.to_owned();
    };
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'\\' {
            bytes.push(first);
            continue;
        }
        let hex = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        if let Some(byte) = hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            bytes.push(byte);
            rest = &rest[2..];
            continue;
        }
        if let Some((&escaped, after)) = rest.split_first() {
            rest = after;
            bytes.push(match escaped {
                b'n' => b'\n',
                b't' => b'\t',
                other => other,
            });
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
