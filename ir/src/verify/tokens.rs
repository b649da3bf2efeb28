//! Memory operations: which orderings an op has, and that a scope goes with every one but `weak`.

use super::Checker;
use crate::attrs::{MemoryOrdering, MemoryScope, ReductionKind, RmwMode};
use crate::codes;
use crate::entities::{Inst, Value};
use crate::ops::InstData;
use crate::types::Scalar;

const LOAD: &[MemoryOrdering] =
    &[MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Acquire];
const STORE: &[MemoryOrdering] =
    &[MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Release];
const ATOMIC: &[MemoryOrdering] = &[
    MemoryOrdering::Relaxed,
    MemoryOrdering::Acquire,
    MemoryOrdering::Release,
    MemoryOrdering::AcqRel,
];
const REDUCTION: &[MemoryOrdering] = &[MemoryOrdering::Relaxed];
const MULTIMEM_REDUCTION: &[MemoryOrdering] = &[MemoryOrdering::Relaxed, MemoryOrdering::Release];

pub(super) fn check(checker: &mut Checker<'_>) {
    for inst in checker.function.insts_in_order() {
        match checker.function.data(inst) {
            InstData::LoadPtrTko { ordering, scope, .. }
            | InstData::LoadViewTko { ordering, scope, .. } => {
                check_order(checker, inst, LOAD, *ordering, *scope);
            }
            InstData::StorePtrTko { ordering, scope, .. }
            | InstData::StoreViewTko { ordering, scope, .. } => {
                check_order(checker, inst, STORE, *ordering, *scope);
            }
            InstData::AtomicCasTko { ordering, scope, cmp, .. } => {
                check_order(checker, inst, ATOMIC, *ordering, Some(*scope));
                check_element(checker, inst, *cmp, &[I32, I64, F32, F64]);
            }
            InstData::AtomicRmwTko { ordering, scope, mode, arg, .. } => {
                check_order(checker, inst, ATOMIC, *ordering, Some(*scope));
                check_element(checker, inst, *arg, rmw_elements(*mode));
            }
            InstData::AtomicRedViewTko { ordering, scope, mode, value, .. } => {
                check_order(checker, inst, REDUCTION, *ordering, Some(*scope));
                if *scope == MemoryScope::System || *mode == RmwMode::Xchg {
                    let rule =
                        "a reduction must have scope tl_blk or device and cannot be an exchange";
                    checker.report(codes::BAD_MEMORY_ORDER, inst, rule);
                }
                check_element(checker, inst, *value, rmw_elements(*mode));
            }
            InstData::MultimemLoadReduceViewTko { view, ordering, scope, reduction, .. } => {
                check_order(checker, inst, LOAD, *ordering, *scope);
                check_view_element(checker, inst, *view, loaded_elements(*reduction));
            }
            InstData::MultimemReduceViewTko { tile, ordering, scope, reduction, .. } => {
                check_order(checker, inst, MULTIMEM_REDUCTION, *ordering, Some(*scope));
                check_element(checker, inst, *tile, reduced_elements(*reduction));
            }
            InstData::MultimemStoreViewTko { tile, ordering, scope, .. } => {
                check_order(checker, inst, STORE, *ordering, *scope);
                check_element(checker, inst, *tile, loaded_elements(ReductionKind::Add));
            }
            _ => {}
        }
    }
}

/// The elements whose copies `multimem_load_reduce_view_tko` reduces so.
fn loaded_elements(reduction: ReductionKind) -> &'static [Scalar] {
    match reduction {
        ReductionKind::Add => &[I32, I64, F16, BF16, F32, F64],
        ReductionKind::Min | ReductionKind::Max => &[I32, I64, F16, BF16],
        ReductionKind::And
        | ReductionKind::Or
        | ReductionKind::Xor
        | ReductionKind::UMin
        | ReductionKind::UMax => &[I32, I64],
    }
}

/// The elements that `multimem_reduce_view_tko` combines so.
fn reduced_elements(reduction: ReductionKind) -> &'static [Scalar] {
    if reduction == ReductionKind::Add { loaded_elements(reduction) } else { &[I32, I64] }
}

fn check_view_element(checker: &mut Checker<'_>, inst: Inst, view: Value, allowed: &[Scalar]) {
    let ty = checker.function.value_type(view);
    let tensor = checker.types.tiled_view(ty).map(|(tensor, _)| tensor);
    let view = tensor.and_then(|tensor| checker.types.as_tensor_view(tensor));
    report_element(checker, inst, view.map(|view| view.elem), allowed);
}

use Scalar::{BF16, F16, F32, F64, I32, I64};

/// The elements that `atomic_rmw_tko` takes in a mode.
pub(crate) fn rmw_elements(mode: RmwMode) -> &'static [Scalar] {
    match mode {
        RmwMode::And
        | RmwMode::Or
        | RmwMode::Xor
        | RmwMode::Add
        | RmwMode::Max
        | RmwMode::Min
        | RmwMode::UMax
        | RmwMode::UMin => &[I32, I64],
        RmwMode::AddF => &[F16, BF16, F32, F64],
        RmwMode::Xchg => &[I32, I64, F32, F64],
    }
}

fn check_order(
    checker: &mut Checker<'_>,
    inst: Inst,
    allowed: &[MemoryOrdering],
    ordering: MemoryOrdering,
    scope: Option<MemoryScope>,
) {
    if !allowed.contains(&ordering) {
        let rule = format!("the op has no ordering `{}`", ordering.text());
        checker.report(codes::BAD_MEMORY_ORDER, inst, rule);
    } else if (ordering == MemoryOrdering::Weak) != scope.is_none() {
        let rule = "a weak access cannot have a scope, and every other access must have one";
        checker.report(codes::BAD_MEMORY_ORDER, inst, rule);
    }
}

fn check_element(checker: &mut Checker<'_>, inst: Inst, value: Value, allowed: &[Scalar]) {
    let elem = checker.types.elem_scalar(checker.function.value_type(value));
    report_element(checker, inst, elem, allowed);
}

fn report_element(checker: &mut Checker<'_>, inst: Inst, elem: Option<Scalar>, allowed: &[Scalar]) {
    if !elem.is_some_and(|elem| allowed.contains(&elem)) {
        let names: Vec<&str> = allowed.iter().map(|elem| elem.text()).collect();
        let rule = format!("the element type must be one of {}", names.join(", "));
        checker.report(codes::BAD_OPERAND, inst, rule);
    }
}
