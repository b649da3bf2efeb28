//! Which fields of an op are written, and how: the op table seen from the bytecode.
//!
//! Parts that a version does not have yet are left out. Optional fields (flags, optional
//! attributes and,
//! if the op's operands are told apart by group, optional operands) have a bit each in a word;
//! bits are given out by the version that added the field, inside a version to attributes first.

use smallvec::SmallVec;

use super::Version;
use crate::attrs::AttrKind;
use crate::ops::{Arity, OpInfo, Opcode};

/// How the operands of an op are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandLayout {
    /// One value per operand.
    Fixed,
    /// The number of all operands, then the values: the op has one variadic group.
    Counted,
    /// Group by group: a variadic one after its number, an optional one if its bit is set.
    Grouped,
}

/// A field of an op's row, by its index among the operands or attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Attr(usize),
    Operand(usize),
}

/// Whether a field is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    /// Not in this version.
    Never,
    Always,
    /// If this bit of the flags is set.
    Flag(u32),
}

/// The encoding of an op in one version.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub info: &'static OpInfo,
    version: Version,
    /// Whether the number of results is written.
    pub counts_results: bool,
    pub operands: OperandLayout,
    /// The optional fields in the order of their bits.
    optional: SmallVec<[Field; 4]>,
}

impl Layout {
    pub(super) fn new(opcode: Opcode, version: Version) -> Layout {
        let info = opcode.info();
        let with_arity = |arity| info.operands.iter().filter(|op| op.arity == arity).count();
        let (optional_operands, variadic) = (with_arity(Arity::Opt), with_arity(Arity::Many));
        let operands = if optional_operands > 0 || variadic > 1 {
            OperandLayout::Grouped
        } else if variadic == 1 {
            OperandLayout::Counted
        } else {
            OperandLayout::Fixed
        };
        let attrs = (0..info.attrs.len())
            .filter(|&i| is_optional(opcode, info.attrs[i].kind))
            .map(|i| (info.field_since(info.attrs[i].name), Field::Attr(i)));
        let optionals = (0..info.operands.len())
            .filter(|&i| info.operands[i].arity == Arity::Opt)
            .map(|i| (info.field_since(info.operands[i].name), Field::Operand(i)));
        let mut optional: SmallVec<[(u32, Field); 4]> =
            attrs.chain(optionals).filter(|&(since, _)| version.has(since)).collect();
        optional.sort_by_key(|&(since, _)| since);
        Layout {
            info,
            version,
            counts_results: variadic > 0 || info.results.contains(".."),
            operands,
            optional: optional.into_iter().map(|(_, field)| field).collect(),
        }
    }

    pub(super) fn has_flags(&self) -> bool {
        // Those of a call say which attributes of its arguments and results are there: none.
        !self.optional.is_empty() || self.info.opcode == Opcode::PreviewCall
    }

    /// The bits that mean something.
    pub(super) fn flag_mask(&self) -> u64 {
        (1 << self.optional.len()) - 1
    }

    pub(super) fn attr(&self, index: usize) -> Presence {
        self.presence(Field::Attr(index), self.info.attrs[index].name)
    }

    pub(super) fn operand(&self, index: usize) -> Presence {
        self.presence(Field::Operand(index), self.info.operands[index].name)
    }

    /// How many results the version lacks; they are the last ones, and tokens.
    pub(super) fn missing_results(&self) -> usize {
        let later = |name: &&str| !self.version.has(self.info.field_since(name));
        self.info.result_names().filter(later).count()
    }

    fn presence(&self, field: Field, name: &str) -> Presence {
        if !self.version.has(self.info.field_since(name)) {
            return Presence::Never;
        }
        match self.optional.iter().position(|&other| other == field) {
            Some(bit) => Presence::Flag(bit as u32),
            None => Presence::Always,
        }
    }
}

/// Whether an attribute may be absent, as opposed to having a default.
fn is_optional(opcode: Opcode, kind: AttrKind) -> bool {
    match kind {
        // The direction of a scan is a value, not a flag.
        AttrKind::Flag => opcode != Opcode::Scan,
        AttrKind::OptScope | AttrKind::Hints => true,
        AttrKind::Dim
        | AttrKind::Int
        | AttrKind::Text
        | AttrKind::Signedness
        | AttrKind::Overflow
        | AttrKind::Rounding
        | AttrKind::Predicate
        | AttrKind::CmpOrdering
        | AttrKind::MemoryOrdering
        | AttrKind::Scope
        | AttrKind::RmwMode
        | AttrKind::Reduction
        | AttrKind::Event
        | AttrKind::Constant
        | AttrKind::Permutation
        | AttrKind::Identities
        | AttrKind::Assumption
        | AttrKind::Global
        | AttrKind::Inbounds
        | AttrKind::ConstArgs => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_with_their_version() {
        let old = Layout::new(Opcode::For, Version::V13_1);
        assert_eq!((old.has_flags(), old.attr(0)), (false, Presence::Never));
        let new = Layout::new(Opcode::For, Version::V13_2);
        assert_eq!((new.has_flags(), new.attr(0)), (true, Presence::Flag(0)));
        assert_eq!(Layout::new(Opcode::PrintTko, Version::V13_1).missing_results(), 1);
        assert_eq!(Layout::new(Opcode::PrintTko, Version::V13_2).missing_results(), 0);
    }

    #[test]
    fn operands_are_grouped_where_one_count_would_not_do() {
        let of = |opcode| Layout::new(opcode, Version::LATEST).operands;
        assert_eq!(of(Opcode::AddF), OperandLayout::Fixed);
        assert_eq!(of(Opcode::For), OperandLayout::Counted);
        assert_eq!(of(Opcode::LoadPtrTko), OperandLayout::Grouped);
        assert_eq!(of(Opcode::MakeTensorView), OperandLayout::Grouped);
    }

    #[test]
    fn attributes_have_the_first_bits() {
        let load = Layout::new(Opcode::LoadPtrTko, Version::LATEST);
        let attrs: Vec<Presence> = (0..3).map(|i| load.attr(i)).collect();
        assert_eq!(attrs, [Presence::Always, Presence::Flag(0), Presence::Flag(1)]);
        assert_eq!((load.operand(1), load.operand(3)), (Presence::Flag(2), Presence::Flag(4)));
    }
}
