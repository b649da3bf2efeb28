//! The attributes of an op, whose kinds the op table knows and which need no tag.

use super::cursor::{Cursor, Result};
use super::encoder::Encoder;
use super::reader::Tables;
use super::tagged;
use super::writer::Sections;
use crate::attrs::{
    AttrKind, AttrValue, CmpOrdering, CmpPredicate, Event, Inbounds, MemoryOrdering, MemoryScope,
    Overflow, ReductionKind, RmwMode, Rounding, Signedness,
};
use crate::codes;
use crate::entities::Type;
use crate::types::Dims;

/// A number of an enumeration.
fn read_enum<T>(at: &mut Cursor<'_>, from: fn(u64) -> Option<T>) -> Result<T> {
    let start = *at;
    let number = at.varint()?;
    from(number)
        .ok_or_else(|| start.error(codes::BYTECODE_UNKNOWN, format!("there is no case {number}")))
}

/// A length and 32-bit numbers that are not negative.
pub(super) fn read_u32_array(at: &mut Cursor<'_>) -> Result<Dims> {
    let count = at.count(4)?;
    let mut dims = Dims::with_capacity(count);
    for _ in 0..count {
        let start = *at;
        match u32::try_from(i32::from_le_bytes(at.array()?)) {
            Ok(dim) => dims.push(dim),
            Err(_) => return start.fail(codes::BYTECODE_MALFORMED, "this cannot be negative"),
        }
    }
    Ok(dims)
}

fn read_rounding(tables: &Tables<'_>, at: &mut Cursor<'_>) -> Result<Rounding> {
    let start = *at;
    let rounding = read_enum(at, Rounding::from_number)?;
    if !tables.version.has(rounding.since()) {
        let message = format!(
            "the rounding {}, which version 13.{} added",
            rounding.text(),
            rounding.since()
        );
        return start.fail(codes::BYTECODE_UNKNOWN, message);
    }
    Ok(rounding)
}

/// A truth value in a byte of its own.
fn read_bool(at: &mut Cursor<'_>) -> Result<bool> {
    let start = *at;
    match at.byte()? {
        byte @ 0..=1 => Ok(byte == 1),
        _ => start.fail(codes::BYTECODE_MALFORMED, "this must be true or false"),
    }
}

/// A length and as many truth values; without a promise the list is empty.
fn read_inbounds(at: &mut Cursor<'_>) -> Result<Inbounds> {
    let count = at.count(1)?;
    let inbounds = (0..count).map(|_| read_bool(at)).collect::<Result<Inbounds>>()?;
    Ok(if inbounds.contains(&true) { inbounds } else { Inbounds::new() })
}

/// An attribute that is there; constants have the type of the first result.
pub(super) fn read(
    tables: &mut Tables<'_>,
    at: &mut Cursor<'_>,
    kind: AttrKind,
    result: Option<Type>,
) -> Result<AttrValue> {
    let start = *at;
    Ok(match kind {
        AttrKind::Flag => AttrValue::Flag(read_bool(at)?),
        AttrKind::Dim => AttrValue::Dim(at.varint_u32()?),
        AttrKind::Int => AttrValue::Int(at.varint()? as i64),
        AttrKind::Text => AttrValue::Text(tables.strings.string(at)?.into()),
        AttrKind::Signedness => AttrValue::Signedness(read_enum(at, Signedness::from_number)?),
        AttrKind::Overflow => AttrValue::Overflow(read_enum(at, Overflow::from_number)?),
        AttrKind::Rounding => AttrValue::Rounding(read_rounding(tables, at)?),
        AttrKind::Predicate => AttrValue::Predicate(read_enum(at, CmpPredicate::from_number)?),
        AttrKind::CmpOrdering => AttrValue::CmpOrdering(read_enum(at, CmpOrdering::from_number)?),
        AttrKind::MemoryOrdering => {
            AttrValue::MemoryOrdering(read_enum(at, MemoryOrdering::from_number)?)
        }
        AttrKind::Scope => AttrValue::Scope(read_enum(at, MemoryScope::from_number)?),
        AttrKind::OptScope => AttrValue::OptScope(Some(read_enum(at, MemoryScope::from_number)?)),
        AttrKind::RmwMode => AttrValue::RmwMode(read_enum(at, RmwMode::from_number)?),
        AttrKind::Reduction => AttrValue::Reduction(read_enum(at, ReductionKind::from_number)?),
        AttrKind::Event => AttrValue::Event(read_enum(at, Event::from_number)?),
        AttrKind::Constant => {
            let ty = result.and_then(|ty| tables.types.numbers(ty));
            let Some((elem, count)) = ty else {
                return start
                    .fail(codes::BYTECODE_MALFORMED, "a constant must be a tile of numbers");
            };
            AttrValue::Constant(tables.constants.constant(at, elem, count)?)
        }
        AttrKind::Permutation => AttrValue::Permutation(read_u32_array(at)?),
        AttrKind::Identities => AttrValue::Identities(tagged::read_identities(tables, at)?),
        AttrKind::Assumption => AttrValue::Assumption(tagged::read_assumption(tables, at)?),
        AttrKind::Global => {
            let name = tables.strings.string(at)?;
            match tables.globals.get(&*name) {
                Some(&global) => AttrValue::Global(global),
                None => {
                    let message = format!("there is no global `@{name}`");
                    return start.fail(codes::BYTECODE_BAD_REFERENCE, message);
                }
            }
        }
        AttrKind::Hints => AttrValue::Hints(tagged::read_hints(tables, at)?),
        AttrKind::Inbounds => AttrValue::Inbounds(read_inbounds(at)?),
        AttrKind::ConstArgs => AttrValue::ConstArgs(tagged::read_const_args(tables, at)?),
    })
}

/// An attribute that is not left out, of an op with so many indices.
pub(super) fn write(
    value: &AttrValue,
    indices: usize,
    sections: &mut Sections<'_>,
    out: &mut Encoder,
) {
    match value {
        AttrValue::Flag(value) => out.byte(u8::from(*value)),
        AttrValue::Dim(value) => out.varint(u64::from(*value)),
        AttrValue::Int(value) => out.varint(*value as u64),
        AttrValue::Text(value) => out.count(sections.strings.string(value)),
        AttrValue::Signedness(value) => out.varint(value.number()),
        AttrValue::Overflow(value) => out.varint(value.number()),
        AttrValue::Rounding(value) => out.varint(value.number()),
        AttrValue::Predicate(value) => out.varint(value.number()),
        AttrValue::CmpOrdering(value) => out.varint(value.number()),
        AttrValue::MemoryOrdering(value) => out.varint(value.number()),
        AttrValue::Scope(value) => out.varint(value.number()),
        AttrValue::OptScope(value) => value.iter().for_each(|scope| out.varint(scope.number())),
        AttrValue::RmwMode(value) => out.varint(value.number()),
        AttrValue::Reduction(value) => out.varint(value.number()),
        AttrValue::Event(value) => out.varint(value.number()),
        AttrValue::Constant(value) => out.count(sections.constants.constant(value)),
        AttrValue::Permutation(value) => out.u32_array(value),
        AttrValue::Identities(value) => tagged::write_identities(value, sections, out),
        AttrValue::Assumption(value) => tagged::write_assumption(value, out),
        AttrValue::Global(value) => out.count(sections.global_name(*value)),
        AttrValue::Hints(value) => tagged::write_hints(value, sections, out),
        AttrValue::Inbounds(value) => {
            out.count(indices);
            (0..indices).for_each(|i| out.byte(u8::from(value.get(i) == Some(&true))));
        }
        AttrValue::ConstArgs(value) => tagged::write_const_args(value, sections, out),
    }
}

/// Whether a set bit of the flags is all there is to an attribute of this kind.
pub(super) fn is_unit(kind: AttrKind) -> bool {
    kind == AttrKind::Flag
}
