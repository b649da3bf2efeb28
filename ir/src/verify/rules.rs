//! The special rules of each op, which a row of the op table cannot express.

use super::Checker;
use super::types::is_permutation;
use crate::attrs::{Assumption, Identities, MultimemAddress, Overflow, Rounding, Signedness};
use crate::codes;
use crate::entities::{Inst, Type, Value};
use crate::ops::{InstData, Opcode};
use crate::printf::{Piece, pieces};
use crate::types::{Elem, Scalar, TileType, TypeKind};

/// The code and text of the rule that is broken.
pub(super) type Finding = Result<(), (lang::base::Code, String)>;

fn operand_rule(holds: bool, rule: &str) -> Finding {
    if holds { Ok(()) } else { Err((codes::BAD_OPERAND, rule.to_owned())) }
}

fn attr_rule(holds: bool, rule: &str) -> Finding {
    if holds { Ok(()) } else { Err((codes::BAD_ATTRIBUTE, rule.to_owned())) }
}

fn result_rule(holds: bool, rule: &str) -> Finding {
    if holds { Ok(()) } else { Err((codes::BAD_RESULT, rule.to_owned())) }
}

/// Tile types of an instruction, or empty rank-0 i64 where there is none.
struct Tiles<'a> {
    checker: &'a Checker<'a>,
    inst: Inst,
}

impl Tiles<'_> {
    fn of(&self, value: Value) -> TileType {
        let ty = self.checker.function.value_type(value);
        let none = TileType { dims: Default::default(), elem: Elem::Scalar(Scalar::I64) };
        self.checker.types.as_tile(ty).cloned().unwrap_or(none)
    }

    /// The only result, which must be a tile.
    fn result(&self) -> Result<TileType, (lang::base::Code, String)> {
        let result = self.checker.function.results(self.inst).first();
        let ty = result.map(|&result| self.checker.function.value_type(result));
        ty.and_then(|ty| self.checker.types.as_tile(ty).cloned())
            .ok_or_else(|| (codes::BAD_RESULT, "the result must be a tile".to_owned()))
    }

    fn result_type(&self) -> Option<Type> {
        let results = self.checker.function.results(self.inst);
        (results.len() == 1).then(|| self.checker.function.value_type(results[0]))
    }
}

pub(super) fn check(checker: &Checker<'_>, inst: Inst) -> Finding {
    let data = checker.function.data(inst);
    let tiles = Tiles { checker, inst };
    match data {
        InstData::Broadcast { source } => {
            let (from, to) = (tiles.of(*source), tiles.result()?);
            let fits = from.dims.iter().zip(&to.dims).all(|(&a, &b)| a == b || a == 1);
            let holds = from.elem == to.elem && from.rank() == to.rank() && fits;
            result_rule(holds, "only dimensions of size one may grow")
        }
        InstData::Cat { lhs, rhs, dim } => {
            let (lhs, rhs, dim) = (tiles.of(*lhs), tiles.of(*rhs), *dim as usize);
            attr_rule(dim < lhs.rank(), "dim is out of range")?;
            let same = |i: usize| i == dim || lhs.dims.get(i) == rhs.dims.get(i);
            let holds = lhs.elem == rhs.elem && lhs.rank() == rhs.rank();
            let rule = "the tiles may differ in dimension dim only";
            operand_rule(holds && (0..lhs.rank()).all(same), rule)
        }
        InstData::Constant { value } => {
            let to = tiles.result()?;
            result_rule(to.elem.scalar() == Some(value.elem()), "value and type differ")?;
            result_rule(value.elem() != Scalar::I4, "a constant cannot have elements of i4")?;
            let fits = value.is_splat() || value.len() as u64 == to.num_elems();
            attr_rule(fits, "the value has another number of elements than the type")
        }
        InstData::Extract { source, indices } => {
            let (from, to) = (tiles.of(*source), tiles.result()?);
            operand_rule(indices.len() == from.rank(), "there must be an index per dimension")?;
            let divides = from.dims.iter().zip(&to.dims).all(|(&a, &b)| b != 0 && a % b == 0);
            let holds = from.elem == to.elem && from.rank() == to.rank() && divides;
            result_rule(holds, "the result's dimensions must divide the source's")
        }
        InstData::Insert { source, destination, indices } => {
            let (part, whole) = (tiles.of(*source), tiles.of(*destination));
            operand_rule(indices.len() == whole.rank(), "there must be an index per dimension")?;
            let divides = whole.dims.iter().zip(&part.dims).all(|(&a, &b)| b != 0 && a % b == 0);
            let holds = part.elem == whole.elem && part.rank() == whole.rank() && divides;
            operand_rule(holds, "the source's dimensions must divide the destination's")
        }
        InstData::FPowI { exponent, .. } => {
            let holds = tiles.of(*exponent).elem.bits() <= 32;
            operand_rule(holds, "an exponent must have at most 32 bits")
        }
        InstData::GetGlobal { global } => {
            let Some(global) = checker.module.globals.get(*global) else {
                return Err((codes::BAD_SYMBOL, "there is no such global".to_owned()));
            };
            let elem = checker.types.elem_scalar(global.ty);
            let to = tiles.result()?;
            let holds = to.rank() == 0 && elem.map(Elem::Ptr) == Some(to.elem);
            result_rule(holds, "the result must point to the elements of the global")
        }
        InstData::Iota {} => {
            let to = tiles.result()?;
            let bits = to.elem.bits();
            let fits = bits >= 32 || to.num_elems() <= 1 << bits;
            let holds = to.rank() == 1 && is_plain_int(to.elem) && fits;
            result_rule(holds, "the result must be a rank-1 tile of integers that can count it")
        }
        InstData::Poison {} => {
            let holds = tiles.result()?.elem.scalar().is_some_and(|scalar| scalar != Scalar::I4);
            result_rule(holds, "the result must be a tile of numbers")
        }
        InstData::Permute { source, permutation } => {
            let rank = tiles.of(*source).rank();
            attr_rule(
                is_permutation(permutation, rank),
                "it must be a permutation of the dimensions",
            )
        }
        InstData::Reduce { operands, dim, identities, .. } => {
            check_combine(&tiles, operands, *dim, identities)
        }
        InstData::Scan { operands, dim, identities, .. } => {
            check_combine(&tiles, operands, *dim, identities)
        }
        InstData::Reshape { source } => {
            let (from, to) = (tiles.of(*source), tiles.result()?);
            let holds = from.elem == to.elem && from.num_elems() == to.num_elems();
            result_rule(holds, "a reshape must keep the element type and the number of elements")
        }
        InstData::Select { val_if_true, .. } => {
            let is_packed = tiles.of(*val_if_true).elem == Elem::Scalar(Scalar::F4E2M1FN);
            operand_rule(!is_packed, "elements of f4E2M1FN cannot be chosen one by one")
        }
        InstData::Bitcast { .. }
        | InstData::ExtI { .. }
        | InstData::FToF { .. }
        | InstData::FToI { .. }
        | InstData::IToF { .. }
        | InstData::IntToPtr { .. }
        | InstData::PtrToPtr { .. }
        | InstData::TruncI { .. }
        | InstData::Pack { .. }
        | InstData::Unpack { .. } => check_conversion(&tiles, data),
        InstData::AddF { .. }
        | InstData::SubF { .. }
        | InstData::MulF { .. }
        | InstData::DivF { .. }
        | InstData::Fma { .. }
        | InstData::Sqrt { .. }
        | InstData::Exp { .. }
        | InstData::Tanh { .. }
        | InstData::Exp2 { .. }
        | InstData::Rsqrt { .. }
        | InstData::MaxF { .. }
        | InstData::MinF { .. } => check_float_mode(&tiles, data),
        InstData::DivI { signedness, rounding, .. } => {
            let holds = match rounding {
                Rounding::Zero | Rounding::PositiveInf => true,
                Rounding::NegativeInf => *signedness == Signedness::Signed,
                Rounding::NearestEven
                | Rounding::Approx
                | Rounding::Full
                | Rounding::NearestAway
                | Rounding::NearestIntToZero => false,
            };
            attr_rule(holds, "division must round to zero, up, or if signed down")
        }
        InstData::NegI { overflow, .. } => {
            let holds = matches!(overflow, Overflow::None | Overflow::NoSignedWrap);
            attr_rule(holds, "a negation has no unsigned overflow to promise")
        }
        InstData::MmaF { lhs, rhs, acc, .. } => {
            let elems = [tiles.of(*lhs).elem, tiles.of(*rhs).elem, tiles.of(*acc).elem];
            operand_rule(is_mmaf(elems), "these element types cannot be multiplied by this op")?;
            check_mma_shape(&tiles, *lhs, *rhs, *acc)
        }
        InstData::MmaI { lhs, rhs, acc, .. } => {
            let elems = [tiles.of(*lhs).elem, tiles.of(*rhs).elem, tiles.of(*acc).elem];
            let wanted = [Scalar::I8, Scalar::I8, Scalar::I32].map(Elem::Scalar);
            operand_rule(elems == wanted, "the elements must be i8, i8 and i32")?;
            check_mma_shape(&tiles, *lhs, *rhs, *acc)
        }
        InstData::MmaFScaled { lhs, rhs, acc, lhs_scale, rhs_scale } => {
            check_scaled(&tiles, *acc, [*lhs, *rhs], [*lhs_scale, *rhs_scale])
        }
        InstData::Alloca { num_elem, alignment, .. } => {
            let positive = *num_elem > 0 && *alignment > 0;
            attr_rule(
                positive && (*alignment as u64).is_power_of_two(),
                "the size must be positive and the alignment a power of two",
            )?;
            let to = tiles.result()?;
            let is_plain = to.elem.is_ptr() && to.elem.multimem().is_none();
            result_rule(to.rank() == 0 && is_plain, "the result must be a rank-0 pointer")
        }
        InstData::GetIndexSpaceShape { src } | InstData::GetTensorShape { src } => {
            check_extents(&tiles, *src)
        }
        InstData::MakePartitionView { tensor_view }
        | InstData::MakeStridedView { tensor_view }
        | InstData::MakeGatherScatterView { tensor_view } => {
            let tensor = checker.function.value_type(*tensor_view);
            let view = tiles.result_type();
            let kind = view.map(|view| checker.types.kind(view));
            let holds = match (data.opcode(), kind) {
                (Opcode::MakePartitionView, Some(TypeKind::PartitionView(v))) => v.tensor == tensor,
                (Opcode::MakeStridedView, Some(TypeKind::StridedView(v))) => v.tensor == tensor,
                (_, Some(TypeKind::GatherScatterView(v))) => v.tensor == tensor,
                _ => false,
            };
            result_rule(holds, "the result must be a view of that tensor view")
        }
        InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } => {
            check_tensor_view(&tiles, *base, dynamic_shape, dynamic_strides)
        }
        InstData::LoadViewTko { view, index, inbounds, .. }
        | InstData::StoreViewTko { view, index, inbounds, .. }
        | InstData::AtomicRedViewTko { view, index, inbounds, .. }
        | InstData::MultimemLoadReduceViewTko { view, index, inbounds, .. }
        | InstData::MultimemReduceViewTko { view, index, inbounds, .. }
        | InstData::MultimemStoreViewTko { view, index, inbounds, .. } => {
            check_view_memory(&tiles, data, *view)?;
            let fits = inbounds.is_empty() || inbounds.len() == index.len();
            attr_rule(fits, "`inbounds` must have a value for each index")?;
            check_view_index(&tiles, *view, index)
        }
        InstData::LoadPtrTko { source: pointers, .. }
        | InstData::StorePtrTko { destination: pointers, .. }
        | InstData::AtomicCasTko { pointers, .. }
        | InstData::AtomicRmwTko { pointers, .. } => check_pointer_memory(&tiles, *pointers),
        InstData::Assume { value, predicate } => check_assumption(&tiles, *value, predicate),
        InstData::Subobject { bytes, .. } => {
            attr_rule(*bytes >= 0, "the size of a member cannot be negative")
        }
        InstData::PrintTko { values, format, .. } => {
            let is_conversion = |piece: &Piece<'_>| matches!(piece, Piece::Conversion { .. });
            let conversions = pieces(format).iter().filter(|&piece| is_conversion(piece)).count();
            let rule = "there must be a value for each conversion of the format";
            operand_rule(conversions == values.len(), rule)
        }
        InstData::PreviewCall { operands, callee, .. } => {
            attr_rule(!callee.is_empty(), "the function must have a name")?;
            check_library_call(&tiles, operands)
        }
        InstData::JoinTokens { tokens } => {
            operand_rule(tokens.len() >= 2, "there must be at least two tokens")
        }
        // Everything about these is in their rows, in `ssa` or in `tokens`.
        InstData::GetNumTileBlocks {}
        | InstData::GetTileBlockId {}
        | InstData::Offset { .. }
        | InstData::PtrToInt { .. }
        | InstData::Assert { .. }
        | InstData::Break { .. }
        | InstData::Continue { .. }
        | InstData::For { .. }
        | InstData::If { .. }
        | InstData::Loop { .. }
        | InstData::Return { .. }
        | InstData::Yield { .. }
        | InstData::GdcLaunchDependentsTko { .. }
        | InstData::GdcWaitTko { .. }
        | InstData::MemoryFenceAliasTko { .. }
        | InstData::MakeToken {}
        | InstData::AbsF { .. }
        | InstData::Atan2 { .. }
        | InstData::Ceil { .. }
        | InstData::CmpF { .. }
        | InstData::Cos { .. }
        | InstData::Cosh { .. }
        | InstData::Floor { .. }
        | InstData::Log { .. }
        | InstData::Log2 { .. }
        | InstData::NegF { .. }
        | InstData::Pow { .. }
        | InstData::RemF { .. }
        | InstData::Sin { .. }
        | InstData::Sinh { .. }
        | InstData::Tan { .. }
        | InstData::AbsI { .. }
        | InstData::AddI { .. }
        | InstData::CmpI { .. }
        | InstData::MaxI { .. }
        | InstData::MinI { .. }
        | InstData::MulI { .. }
        | InstData::MulhiI { .. }
        | InstData::RemI { .. }
        | InstData::ShlI { .. }
        | InstData::ShrI { .. }
        | InstData::SubI { .. }
        | InstData::AndI { .. }
        | InstData::OrI { .. }
        | InstData::XorI { .. }
        | InstData::Require { .. }
        | InstData::Based { .. }
        | InstData::Note { .. }
        | InstData::Given { .. }
        | InstData::SameObject { .. } => Ok(()),
    }
}

/// Integers that have arithmetic and a place in memory: all but i4.
fn is_plain_int(elem: Elem) -> bool {
    elem.is_int() && elem != Elem::Scalar(Scalar::I4)
}

fn check_combine(
    tiles: &Tiles<'_>,
    operands: &[Value],
    dim: u32,
    identities: &Identities,
) -> Finding {
    operand_rule(!operands.is_empty(), "there must be an operand")?;
    let first = tiles.of(operands[0]);
    let same = operands.iter().all(|&operand| tiles.of(operand).dims == first.dims);
    operand_rule(same, "the operands must have one shape")?;
    attr_rule((dim as usize) < first.rank(), "dim is out of range")?;
    attr_rule(identities.len() == operands.len(), "there must be an identity per operand")?;
    let fits = identities
        .iter()
        .zip(operands)
        .all(|(identity, &operand)| tiles.of(operand).elem == Elem::Scalar(identity.elem));
    attr_rule(fits, "an identity must have the element type of its operand")
}

fn check_conversion(tiles: &Tiles<'_>, data: &InstData) -> Finding {
    let to = tiles.result()?;
    let from =
        data.operands().first().map(|&source| tiles.of(source)).unwrap_or_else(|| to.clone());
    if matches!(data, InstData::Pack { .. } | InstData::Unpack { .. }) {
        let bytes = |tile: &TileType| tile.num_elems() * u64::from(tile.elem.bits());
        let holds = from.rank() == 1 && to.rank() == 1 && bytes(&from) == bytes(&to);
        let is_bytes = matches!(data, InstData::Unpack { .. }) || to.elem == Scalar::I8.into();
        let is_number = to.elem.scalar().is_some();
        result_rule(
            holds && is_bytes && is_number,
            "source and result must be rank-1 tiles of as many bytes",
        )?;
        return result_rule(
            from.elem.bits() != to.elem.bits(),
            "the widths of the elements must differ",
        );
    }
    result_rule(from.dims == to.dims, "a conversion must keep the shape")?;
    let (from, to) = (from.elem, to.elem);
    match data {
        InstData::Bitcast { .. } => result_rule(
            from.bits() == to.bits() && !to.is_ptr(),
            "a bitcast must keep the width and cannot make pointers",
        ),
        InstData::ExtI { .. } => {
            result_rule(to.is_int() && to.bits() > from.bits(), "the result must be wider integers")
        }
        InstData::TruncI { .. } => result_rule(
            to.is_int() && to.bits() < from.bits(),
            "the result must be narrower integers",
        ),
        InstData::FToF { rounding, .. } => {
            result_rule(
                to.is_float() && to != from,
                "the result must be floats of another format",
            )?;
            let (Elem::Scalar(from), Elem::Scalar(to)) = (from, to) else { return Ok(()) };
            let holds = conversion_rounds(from, to, *rounding);
            attr_rule(holds, "a conversion between these formats has no such rounding")
        }
        InstData::FToI { rounding, .. } => {
            result_rule(is_plain_int(to), "the result must be integers")?;
            let holds = *rounding == Rounding::NearestIntToZero;
            attr_rule(holds, "a conversion to integers must round to zero")
        }
        InstData::IToF { rounding, .. } => {
            result_rule(to.is_float(), "the result must be floats")?;
            let rule = "integers become f8E8M0FNU by way of another float";
            result_rule(to != Elem::Scalar(Scalar::F8E8M0FNU), rule)?;
            attr_rule(rounding.is_ieee(), "the rounding must be one of IEEE 754")
        }
        InstData::IntToPtr { .. } | InstData::PtrToPtr { .. } => {
            result_rule(to.is_ptr(), "the result must be pointers")
        }
        _ => Ok(()),
    }
}

/// Whether a conversion between two float formats has a rounding: to f8E8M0FNU to zero or up, to the other formats of 8
/// and 4 bits to nearest even; else to nearest even and to zero, from f32 to tf32 also to nearest away, to f32 also up
/// and down, and in every way of these where the result has all values of the source.
fn conversion_rounds(from: Scalar, to: Scalar, rounding: Rounding) -> bool {
    let is_exact = || match (from.float_format(), to.float_format()) {
        (Some(from), Some(to)) => to.holds_all_of(from),
        _ => false,
    };
    match (to, rounding) {
        (Scalar::F8E8M0FNU, _) => matches!(rounding, Rounding::Zero | Rounding::PositiveInf),
        (_, Rounding::NearestEven) => true,
        (Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F4E2M1FN | Scalar::F8E5M3FNU, _) => false,
        (_, Rounding::Zero) => true,
        (_, Rounding::NearestAway) => (from, to) == (Scalar::F32, Scalar::TF32) || is_exact(),
        (_, Rounding::NegativeInf | Rounding::PositiveInf) => to == Scalar::F32 || is_exact(),
        (_, Rounding::Approx | Rounding::Full | Rounding::NearestIntToZero) => false,
    }
}

/// Which roundings and flushes an op has for which element type.
fn check_float_mode(tiles: &Tiles<'_>, data: &InstData) -> Finding {
    let elem = data.operands().first().map(|&source| tiles.of(source).elem);
    let is_f32 = elem == Some(Elem::Scalar(Scalar::F32));
    let (rounding, flush_to_zero) = match data {
        InstData::AddF { rounding, flush_to_zero, .. }
        | InstData::SubF { rounding, flush_to_zero, .. }
        | InstData::MulF { rounding, flush_to_zero, .. }
        | InstData::Fma { rounding, flush_to_zero, .. }
        | InstData::DivF { rounding, flush_to_zero, .. }
        | InstData::Sqrt { rounding, flush_to_zero, .. } => (Some(*rounding), *flush_to_zero),
        InstData::Exp { rounding, .. } | InstData::Tanh { rounding, .. } => {
            (Some(*rounding), false)
        }
        InstData::Exp2 { flush_to_zero, .. }
        | InstData::Rsqrt { flush_to_zero, .. }
        | InstData::MaxF { flush_to_zero, .. }
        | InstData::MinF { flush_to_zero, .. } => (None, *flush_to_zero),
        _ => (None, false),
    };
    attr_rule(is_f32 || !flush_to_zero, "flush_to_zero is for f32 only")?;
    let Some(rounding) = rounding else { return Ok(()) };
    let holds = match (data.opcode(), rounding) {
        (Opcode::Exp | Opcode::Tanh, Rounding::Full) => true,
        (Opcode::Exp | Opcode::Tanh, rounding) => rounding == Rounding::Approx && is_f32,
        (Opcode::DivF, Rounding::Approx | Rounding::Full) => is_f32,
        (Opcode::Sqrt, Rounding::Approx) => is_f32,
        (_, rounding) => rounding.is_ieee(),
    };
    let rule = format!("the op has no rounding {} for these elements", rounding.text());
    attr_rule(holds, &rule)
}

/// The element types of `mmaf`: left, right, accumulator.
fn is_mmaf([lhs, rhs, acc]: [Elem; 3]) -> bool {
    let (Some(lhs), Some(rhs), Some(acc)) = (lhs.scalar(), rhs.scalar(), acc.scalar()) else {
        return false;
    };
    lhs == rhs
        && match lhs {
            Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F16 => {
                matches!(acc, Scalar::F16 | Scalar::F32)
            }
            Scalar::BF16 | Scalar::TF32 | Scalar::F32 => acc == Scalar::F32,
            Scalar::F64 => acc == Scalar::F64,
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::F8E8M0FNU
            | Scalar::F4E2M1FN
            | Scalar::F8E5M3FNU => false,
        }
}

/// What `mmaf_scaled` multiplies: the format of the operands, that of their scales, and for how
/// many
/// numbers along K one scale may stand.
const SCALED: &[(Scalar, Scalar, &[u32])] = &[
    (Scalar::F8E4M3FN, Scalar::F8E8M0FNU, &[32]),
    (Scalar::F8E5M2, Scalar::F8E8M0FNU, &[32]),
    (Scalar::F4E2M1FN, Scalar::F8E8M0FNU, &[16, 32]),
    (Scalar::F4E2M1FN, Scalar::F8E4M3FN, &[16]),
    (Scalar::F4E2M1FN, Scalar::F8E5M3FNU, &[16, 32]),
];

/// Scales are `(B x) M x S` and `(B x) S x N`, each for `K / S` numbers.
fn check_scaled(tiles: &Tiles<'_>, acc: Value, factors: [Value; 2], scales: [Value; 2]) -> Finding {
    let [lhs, rhs] = factors.map(|value| tiles.of(value));
    let [lhs_scale, rhs_scale] = scales.map(|value| tiles.of(value));
    let elem = |tile: &TileType, scalar: Scalar| tile.elem == Elem::Scalar(scalar);
    let row = SCALED.iter().find(|&&(factor, scale, _)| {
        let factors = elem(&lhs, factor) && elem(&rhs, factor);
        factors && elem(&lhs_scale, scale) && elem(&rhs_scale, scale)
    });
    let Some((_, _, blocks)) = row.filter(|_| elem(&tiles.of(acc), Scalar::F32)) else {
        return operand_rule(false, "these element types cannot be scaled and multiplied so");
    };
    check_mma_shape(tiles, factors[0], factors[1], acc)?;
    let (along_lhs, along_rhs) = (lhs.rank() - 1, lhs.rank() - 2);
    let same_but = |a: &TileType, b: &TileType, along: usize| {
        a.rank() == b.rank() && (0..a.rank()).all(|dim| dim == along || a.dims[dim] == b.dims[dim])
    };
    let scales = [lhs_scale.dims.get(along_lhs), rhs_scale.dims.get(along_rhs)];
    let holds = same_but(&lhs, &lhs_scale, along_lhs)
        && same_but(&rhs, &rhs_scale, along_rhs)
        && scales[0] == scales[1]
        && blocks
            .iter()
            .any(|block| scales[0].map(|scales| scales * block) == Some(lhs.dims[along_lhs]));
    let blocks: Vec<String> = blocks.iter().map(u32::to_string).collect();
    let rule = format!("the scales must be MxS and SxN, one for {} numbers", blocks.join(" or "));
    operand_rule(holds, &rule)
}

/// `(B x) M x K` times `(B x) K x N` plus `(B x) M x N`.
fn check_mma_shape(tiles: &Tiles<'_>, lhs: Value, rhs: Value, acc: Value) -> Finding {
    let (lhs, rhs, acc) = (tiles.of(lhs).dims, tiles.of(rhs).dims, tiles.of(acc).dims);
    let holds = match (&lhs[..], &rhs[..], &acc[..]) {
        (&[m, k], &[k2, n], &[m2, n2]) => (m, n, k) == (m2, n2, k2),
        (&[b, m, k], &[b2, k2, n], &[b3, m2, n2]) => {
            (m, n, k) == (m2, n2, k2) && b == b2 && b == b3
        }
        _ => false,
    };
    operand_rule(holds, "the shapes must be MxK, KxN and MxN, all batched or none")
}

fn check_extents(tiles: &Tiles<'_>, view: Value) -> Finding {
    let checker = tiles.checker;
    let ty = checker.function.value_type(view);
    let rank = match checker.types.as_tensor_view(ty) {
        Some(tensor) => tensor.shape.len(),
        None => checker.types.tiled_view(ty).map_or(0, |(_, tile)| tile.len()),
    };
    let results = checker.function.results(tiles.inst);
    result_rule(results.len() == rank, "there must be a result per dimension")?;
    let types: Vec<Type> = results.iter().map(|&r| checker.function.value_type(r)).collect();
    let is_int = |ty: &Type| {
        checker.types.elem(*ty).is_some_and(is_plain_int) && checker.types.dims(*ty).is_empty()
    };
    let holds = types.iter().all(is_int) && types.windows(2).all(|pair| pair[0] == pair[1]);
    result_rule(holds, "the results must be rank-0 integers of one type")
}

/// Two tokens and the arguments, then a value for each result behind the two tokens among the results.
fn check_library_call(tiles: &Tiles<'_>, operands: &[Value]) -> Finding {
    let function = tiles.checker.function;
    let types = |values: &[Value]| -> Vec<Type> {
        values.iter().map(|&value| function.value_type(value)).collect()
    };
    let (given, made) = (types(operands), types(function.results(tiles.inst)));
    let is_token = |ty: &Type| matches!(tiles.checker.types.kind(*ty), TypeKind::Token);
    let has_tokens = |types: &[Type]| {
        types.len() >= 2 && types[..2].iter().all(is_token) && !types[2..].iter().any(is_token)
    };
    operand_rule(has_tokens(&given), "the first two operands, and no others, must be tokens")?;
    result_rule(has_tokens(&made), "the first two results, and no others, must be tokens")?;
    let holds = given[2..].ends_with(&made[2..]);
    operand_rule(holds, "the last operands must have the types of the results")
}

fn check_tensor_view(
    tiles: &Tiles<'_>,
    base: Value,
    dynamic_shape: &[Value],
    dynamic_strides: &[Value],
) -> Finding {
    let types = &tiles.checker.types;
    let Some(view) = tiles.result_type().and_then(|ty| types.as_tensor_view(ty)) else {
        return result_rule(false, "the result must be a tensor view");
    };
    let holds = tiles.of(base).elem == Elem::pointer(view.elem, view.multimem);
    result_rule(holds, "the base must point to the elements of the view")?;
    let open = |extents: &[Option<i64>]| extents.iter().filter(|extent| extent.is_none()).count();
    let holds =
        open(&view.shape) == dynamic_shape.len() && open(&view.strides) == dynamic_strides.len();
    operand_rule(holds, "there must be an operand for each `?` of the type")?;
    let mut dynamic = dynamic_shape.iter().chain(dynamic_strides).map(|&value| tiles.of(value));
    let first = dynamic.next();
    operand_rule(
        dynamic.all(|tile| Some(&tile) == first.as_ref()),
        "extents and strides must be of one integer type",
    )
}

/// Multimem operations, and no others, are for views of multicast memory; these must be partition views.
fn check_view_memory(tiles: &Tiles<'_>, data: &InstData, view: Value) -> Finding {
    let types = &tiles.checker.types;
    let ty = tiles.checker.function.value_type(view);
    let is_multicast = types.view_multimem(ty) == Some(MultimemAddress::Multicast);
    let is_multimem = matches!(
        data,
        InstData::MultimemLoadReduceViewTko { .. }
            | InstData::MultimemReduceViewTko { .. }
            | InstData::MultimemStoreViewTko { .. }
    );
    if !is_multimem {
        return operand_rule(!is_multicast, "multicast memory is for multimem operations");
    }
    let is_partition = types.as_partition_view(ty).is_some();
    operand_rule(is_multicast && is_partition, "the view must be a partition of multicast memory")
}

/// Accesses through pointers are to one copy of an element.
fn check_pointer_memory(tiles: &Tiles<'_>, pointers: Value) -> Finding {
    let is_multicast = tiles.of(pointers).elem.multimem() == Some(MultimemAddress::Multicast);
    operand_rule(!is_multicast, "multicast memory is for multimem operations")
}

fn check_view_index(tiles: &Tiles<'_>, view: Value, index: &[Value]) -> Finding {
    let checker = tiles.checker;
    let ty = checker.function.value_type(view);
    let Some((_, tile)) = checker.types.tiled_view(ty) else { return Ok(()) };
    operand_rule(index.len() == tile.len(), "there must be an index per dimension")?;
    let sparse = match checker.types.kind(ty) {
        TypeKind::GatherScatterView(view) => Some(view.sparse_dim as usize),
        _ => None,
    };
    let elem = index.first().map(|&index| tiles.of(index).elem);
    for (i, &value) in index.iter().enumerate() {
        let of = tiles.of(value);
        operand_rule(Some(of.elem) == elem, "the indices must be of one integer type")?;
        let expected = if sparse == Some(i) { &tile[i..=i] } else { &[][..] };
        operand_rule(
            of.dims[..] == *expected,
            "an index must have rank 0, and a sparse one an element per row",
        )?;
    }
    Ok(())
}

fn check_assumption(tiles: &Tiles<'_>, value: Value, predicate: &Assumption) -> Finding {
    let types = &tiles.checker.types;
    let ty = tiles.checker.function.value_type(value);
    let tile = types.as_tile(ty);
    match predicate {
        Assumption::DivBy { divisor, every } => {
            attr_rule(divisor.is_power_of_two(), "the divisor must be a power of two")?;
            let holds = tile.map_or_else(
                || types.as_tensor_view(ty).is_some(),
                |tile| tile.elem.is_int() || tile.elem.is_ptr(),
            );
            operand_rule(holds, "divisibility is for integers, pointers and tensor views")?;
            let Some((every, along)) = every else { return Ok(()) };
            let in_range = tile.is_some_and(|tile| (*along as usize) < tile.rank());
            attr_rule(in_range && *every > 0, "every and along must be within the shape")
        }
        Assumption::SameElements { groups } => {
            let holds = tile.is_some_and(|tile| tile.elem.is_int() || tile.elem.is_ptr());
            operand_rule(holds, "equality is for integers and pointers")?;
            let rank = tile.map(TileType::rank);
            attr_rule(rank == Some(groups.len()), "there must be a group size per dimension")?;
            attr_rule(groups.iter().all(|&size| size > 0), "group sizes must be positive")
        }
        Assumption::Bounded { lower, upper } => {
            let holds = tile.is_some_and(|tile| tile.elem.is_int());
            operand_rule(holds, "bounds are for integers")?;
            let ordered = lower.zip(*upper).is_none_or(|(lower, upper)| lower <= upper);
            attr_rule(ordered, "the lower bound exceeds the upper one")?;
            let bits = tile.map_or(64, |tile| tile.elem.bits());
            let min = i64::MIN >> (64 - bits);
            let fits =
                [lower, upper].into_iter().flatten().all(|bound| (min..=!min).contains(bound));
            attr_rule(fits, "a bound must be a signed number of the type")
        }
    }
}
