//! Attributes that say what they are: a tag, then the value.
//!
//! They stand where the dialect leaves the kind of attribute open: identities of reductions, what
//! an assumption says, optimisation hints.

use smallvec::SmallVec;

use super::cursor::{Cursor, Result};
use super::elements;
use super::encoder::Encoder;
use super::reader::Tables;
use super::writer::Sections;
use crate::attrs::{Assumption, ConstArg, ConstArgs, HintKey, Hints, Identities, Literal};
use crate::codes;
use crate::types::Scalar;

mod tag {
    pub const INTEGER: u64 = 1;
    pub const FLOAT: u64 = 2;
    pub const BOOL: u64 = 3;
    pub const TYPE: u64 = 4;
    pub const STRING: u64 = 5;
    pub const ARRAY: u64 = 6;
    pub const DIV_BY: u64 = 8;
    pub const SAME_ELEMENTS: u64 = 9;
    pub const DICTIONARY: u64 = 10;
    pub const HINTS: u64 = 11;
    pub const BOUNDED: u64 = 12;
    /// Those of the arguments of a call of a library's function.
    pub const CONST_INT: u64 = 209;
    pub const CONST_TYPE: u64 = 219;
    pub const CONST_TEXT: u64 = 228;
}

/// Dictionaries and arrays may be nested this deep.
const MAX_DEPTH: u32 = 8;

/// A tagged attribute.
#[derive(Clone, Debug)]
enum Tagged {
    Number(Literal),
    Bool(bool),
    Dictionary(Vec<(String, Tagged)>),
    Assumption(Assumption),
    /// One that has no use here.
    Other,
}

// ---- reading ----

fn read(tables: &mut Tables<'_>, at: &mut Cursor<'_>, depth: u32) -> Result<Tagged> {
    let start = *at;
    if depth > MAX_DEPTH {
        return start.fail(codes::BYTECODE_TOO_DEEP, "attributes are nested too deeply");
    }
    Ok(match at.varint()? {
        tag::INTEGER => {
            let elem = tables.types.scalar(at)?;
            Tagged::Number(Literal { elem, bits: at.varint()? & elem.mask() })
        }
        tag::FLOAT => {
            let elem = tables.types.scalar(at)?;
            let bits =
                if elem.bits() <= 8 { u64::from(at.byte()?) } else { at.signed_varint()? as u64 };
            Tagged::Number(Literal { elem, bits: elements::from_file(elem, bits) })
        }
        tag::BOOL => Tagged::Bool(at.byte()? != 0),
        tag::TYPE => {
            tables.types.value_type(at)?;
            Tagged::Other
        }
        tag::STRING => {
            tables.strings.string(at)?;
            Tagged::Other
        }
        tag::ARRAY => {
            read_array(tables, at, depth)?;
            Tagged::Other
        }
        tag::DICTIONARY | tag::HINTS => Tagged::Dictionary(read_dictionary(tables, at, depth)?),
        tag::DIV_BY => Tagged::Assumption(read_div_by(at)?),
        tag::SAME_ELEMENTS => {
            let count = at.count(8)?;
            let mut groups = SmallVec::with_capacity(count);
            for _ in 0..count {
                groups.push(i64::from_le_bytes(at.array()?));
            }
            Tagged::Assumption(Assumption::SameElements { groups })
        }
        tag::BOUNDED => {
            let flags = read_flags(at)?;
            let mut bound = |bit: u8| -> Result<Option<i64>> {
                if flags & bit != 0 { at.signed_varint().map(Some) } else { Ok(None) }
            };
            let (lower, upper) = (bound(1)?, bound(2)?);
            Tagged::Assumption(Assumption::Bounded { lower, upper })
        }
        other => {
            let message = format!("there is no kind {other} of attribute");
            return start.fail(codes::BYTECODE_UNKNOWN, message);
        }
    })
}

fn read_array(tables: &mut Tables<'_>, at: &mut Cursor<'_>, depth: u32) -> Result<Vec<Tagged>> {
    let count = at.count(2)?;
    (0..count).map(|_| read(tables, at, depth + 1)).collect()
}

fn read_dictionary(
    tables: &mut Tables<'_>,
    at: &mut Cursor<'_>,
    depth: u32,
) -> Result<Vec<(String, Tagged)>> {
    let count = at.count(2)?;
    let mut entries = Vec::new();
    for _ in 0..count {
        let key = tables.strings.string(at)?.into_owned();
        entries.push((key, read(tables, at, depth + 1)?));
    }
    Ok(entries)
}

/// A byte with a bit for each of two optional numbers.
fn read_flags(at: &mut Cursor<'_>) -> Result<u8> {
    let start = *at;
    match at.byte()? {
        flags @ 0..=3 => Ok(flags),
        _ => start.fail(codes::BYTECODE_MALFORMED, "an assumption has unknown flags"),
    }
}

fn read_div_by(at: &mut Cursor<'_>) -> Result<Assumption> {
    let start = *at;
    let divisor = at.varint()?;
    let every = match read_flags(at)? {
        0 => None,
        3 => {
            let (every, along) = (at.signed_varint()?, at.signed_varint()?);
            match u32::try_from(along) {
                Ok(along) => Some((every, along)),
                Err(_) => {
                    return start.fail(codes::BYTECODE_MALFORMED, "there is no such dimension");
                }
            }
        }
        _ => return start.fail(codes::BYTECODE_MALFORMED, "`every` and `along` belong together"),
    };
    Ok(Assumption::DivBy { divisor, every })
}

/// What `assume` promises.
pub(super) fn read_assumption(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<Assumption> {
    let start = *at;
    match read(tables, at, 0)? {
        Tagged::Assumption(assumption) => Ok(assumption),
        _ => start.fail(codes::BYTECODE_MALFORMED, "this attribute is not an assumption"),
    }
}

/// An array of numbers with their types; the array itself has no tag.
pub(super) fn read_identities(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<Identities> {
    let start = *at;
    let numbers = read_array(tables, at, 0)?.into_iter().map(|item| match item {
        Tagged::Number(literal) => Some(literal),
        _ => None,
    });
    match numbers.collect() {
        Some(identities) => Ok(identities),
        None => start.fail(codes::BYTECODE_MALFORMED, "an identity is a number"),
    }
}

/// An array of template arguments with their tags; the array itself has none.
pub(super) fn read_const_args(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<ConstArgs> {
    let count = at.count(2)?;
    let mut args = ConstArgs::with_capacity(count);
    for _ in 0..count {
        let start = *at;
        args.push(match at.varint()? {
            tag::CONST_INT => ConstArg::Int(at.signed_varint()?),
            tag::CONST_TYPE => ConstArg::Type(tables.types.elem(at)?),
            tag::CONST_TEXT => ConstArg::Text(tables.strings.string(at)?.into()),
            other => {
                let message = format!("there is no kind {other} of template argument");
                return start.fail(codes::BYTECODE_UNKNOWN, message);
            }
        });
    }
    Ok(args)
}

/// Hints with their tag, as a function has them.
pub(super) fn read_tagged_hints(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<Hints> {
    let start = *at;
    if at.varint()? != tag::HINTS {
        return start.fail(codes::BYTECODE_MALFORMED, "there should be hints");
    }
    read_hints(tables, at)
}

/// An array with its tag whose elements have no use here: attributes of a function's arguments.
pub(super) fn skip_tagged_array(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<()> {
    let start = *at;
    if at.varint()? != tag::ARRAY {
        return start
            .fail(codes::BYTECODE_MALFORMED, "there should be attributes of the arguments");
    }
    read_array(tables, at, 0).map(drop)
}

/// Hints by architecture, without a tag. Bad ones are ignored.
pub(super) fn read_hints(tables: &mut Tables<'_>, at: &mut Cursor<'_>) -> Result<Hints> {
    let mut hints = Hints::new();
    for (target, entries) in read_dictionary(tables, at, 0)? {
        let sm = match (target.as_str(), target.strip_prefix("sm_")) {
            ("default", _) => None,
            (_, Some(number)) if number.parse::<u32>().is_ok_and(|sm| sm < 1000) => {
                number.parse().ok()
            }
            _ => continue,
        };
        let Tagged::Dictionary(entries) = entries else { continue };
        for (key, value) in entries {
            let value = match value {
                Tagged::Number(literal) => sign_extended(literal),
                Tagged::Bool(value) => i64::from(value),
                _ => continue,
            };
            if let Some(key) = HintKey::from_text(&key) {
                hints.set(sm, key, value);
            }
        }
    }
    Ok(hints)
}

fn sign_extended(literal: Literal) -> i64 {
    // A truth value is 0 or 1.
    let unused = if literal.elem == Scalar::I1 { 0 } else { 64 - literal.elem.bits() };
    ((literal.bits << unused) as i64) >> unused
}

// ---- writing ----

pub(super) fn write_assumption(assumption: &Assumption, out: &mut Encoder) {
    match assumption {
        Assumption::DivBy { divisor, every } => {
            out.varint(tag::DIV_BY);
            out.varint(*divisor);
            out.byte(if every.is_some() { 3 } else { 0 });
            if let Some((every, along)) = every {
                out.signed_varint(*every);
                out.signed_varint(i64::from(*along));
            }
        }
        Assumption::SameElements { groups } => {
            out.varint(tag::SAME_ELEMENTS);
            out.i64_array(groups.iter().copied());
        }
        Assumption::Bounded { lower, upper } => {
            out.varint(tag::BOUNDED);
            out.byte(u8::from(lower.is_some()) | u8::from(upper.is_some()) << 1);
            lower.iter().chain(upper).for_each(|&bound| out.signed_varint(bound));
        }
    }
}

pub(super) fn write_identities(
    identities: &Identities,
    sections: &mut Sections<'_>,
    out: &mut Encoder,
) {
    out.count(identities.len());
    for &identity in identities {
        write_number(identity, sections, out);
    }
}

fn write_number(literal: Literal, sections: &mut Sections<'_>, out: &mut Encoder) {
    let Literal { elem, bits } = literal;
    let bits = elements::to_file(elem, bits);
    out.varint(if elem.is_float() { tag::FLOAT } else { tag::INTEGER });
    out.count(sections.types.scalar(elem));
    if elem.is_int() {
        out.varint(bits);
    } else if elem.bits() <= 8 {
        out.byte(bits as u8);
    } else {
        out.signed_varint(bits as i64);
    }
}

pub(super) fn write_const_args(args: &ConstArgs, sections: &mut Sections<'_>, out: &mut Encoder) {
    out.count(args.len());
    for arg in args {
        match arg {
            ConstArg::Int(number) => {
                out.varint(tag::CONST_INT);
                out.signed_varint(*number);
            }
            ConstArg::Type(elem) => {
                out.varint(tag::CONST_TYPE);
                out.count(sections.types.elem(*elem));
            }
            ConstArg::Text(text) => {
                out.varint(tag::CONST_TEXT);
                out.count(sections.strings.string(text));
            }
        }
    }
}

pub(super) fn write_tagged_hints(hints: &Hints, sections: &mut Sections<'_>, out: &mut Encoder) {
    out.varint(tag::HINTS);
    write_hints(hints, sections, out);
}

/// An array with its tag and without elements.
pub(super) fn write_empty_array(out: &mut Encoder) {
    out.varint(tag::ARRAY);
    out.count(0);
}

pub(super) fn write_hints(hints: &Hints, sections: &mut Sections<'_>, out: &mut Encoder) {
    out.count(hints.targets.len());
    for target in &hints.targets {
        let key = target.sm.map_or("default".to_owned(), |sm| format!("sm_{sm}"));
        out.count(sections.strings.string(&key));
        out.varint(tag::DICTIONARY);
        out.count(target.hints.len());
        for &(key, value) in &target.hints {
            out.count(sections.strings.string(key.text()));
            let elem = if key.is_bool() { Scalar::I1 } else { Scalar::I32 };
            write_number(Literal { elem, bits: value as u64 & elem.mask() }, sections, out);
        }
    }
}
