//! Stores without the mask that the load of their values has: `store(q + at, load_masked(p + at, at < n))`.
//!
//! A store of pointers is warned of where it writes elements that a load without padding left without a value, at the
//! same places beside another pointer; a store of a view where the tensor has the extents of the loaded one.

use ir::ops::InstData;
use ir::types::TypeKind;
use ir::{Inst, MemoryOrdering, Value};
use lang::base::{Applicability, Diagnostic, Edit, Fix, Pos, Span};

use super::super::Lowerer;
use super::{Flaw, Rule};
use crate::codes;
use crate::typed::{ExprId, ExprKind};

/// How far back the operations that make a value are followed.
const MAX_STEPS: u32 = 12;

impl Lowerer<'_, '_> {
    /// Judges the stores of the kernel.
    pub(super) fn note_stores_without_mask(&mut self, insts: &[Inst]) {
        for &inst in insts {
            let load = match self.function.data(inst) {
                InstData::StorePtrTko { mask: None, ordering: MemoryOrdering::Weak, .. }
                | InstData::StoreViewTko { ordering: MemoryOrdering::Weak, .. } => {
                    self.masked_load_of(inst)
                }
                InstData::StorePtrTko { .. } => None,
                _ => continue,
            };
            let span = self.function.span(inst);
            let found = load.map(|load| self.store_without_mask(inst, load));
            self.note_at(span, span, Rule::Mask, found.map(Box::new).map(Flaw::Told));
        }
    }

    /// The load with a mask whose elements a store writes, each at the place that it was loaded from, or at that place beside
    /// another pointer.
    fn masked_load_of(&self, store: Inst) -> Option<Inst> {
        let value = match *self.function.data(store) {
            InstData::StorePtrTko { value, .. } => value,
            InstData::StoreViewTko { tile, .. } => tile,
            _ => return None,
        };
        let mut loads = Vec::new();
        self.loads_of_elements(value, &mut loads, MAX_STEPS);
        loads.into_iter().find(|&load| {
            self.runs_without_choice(load, store)
                && match self.function.data(load) {
                    InstData::LoadPtrTko { .. } => self.has_same_places(load, store),
                    _ => self.has_same_tiles(load, store),
                }
        })
    }

    /// The loads whose elements are those of a value, each at its place.
    fn loads_of_elements(&self, value: Value, loads: &mut Vec<Inst>, steps: u32) {
        let Some(steps) = steps.checked_sub(1) else { return };
        let Some(inst) = self.function.def_inst(value) else { return };
        match self.function.data(inst) {
            InstData::LoadPtrTko { .. } | InstData::LoadViewTko { .. }
                if !loads.contains(&inst) =>
            {
                loads.push(inst);
            }
            data if is_elementwise(data) => {
                for operand in data.operands() {
                    self.loads_of_elements(operand, loads, steps);
                }
            }
            _ => {}
        }
    }

    /// Whether no branch around the store is left out around the load: one of two may be for tiles that are whole.
    fn runs_without_choice(&self, load: Inst, store: Inst) -> bool {
        let mut at = store;
        while let Some(owner) =
            self.function.inst_block(at).and_then(|block| self.function.block_owner(block))
        {
            if matches!(self.function.data(owner), InstData::If { .. })
                && !self.function.is_inside(load, owner)
            {
                return false;
            }
            at = owner;
        }
        true
    }

    /// Whether a load with a mask and without padding has pointers at the same distances as those of a store.
    fn has_same_places(&self, load: Inst, store: Inst) -> bool {
        let &InstData::LoadPtrTko { source, mask: Some(mask), padding: None, .. } =
            self.function.data(load)
        else {
            return false;
        };
        let &InstData::StorePtrTko { destination, .. } = self.function.data(store) else {
            return false;
        };
        let dims = |value: Value| self.types.dims(self.function.value_type(value));
        if dims(source) != dims(destination) || dims(source).iter().all(|&dim| dim == 1) {
            return false;
        }
        if self.splat_of(mask).is_some() || self.is_decided_mask(mask, MAX_STEPS) {
            return false;
        }
        let (Some(from), Some(to)) = (self.distances(source), self.distances(destination)) else {
            return false;
        };
        from.len() == to.len()
            && std::iter::zip(from, to).all(|(from, to)| self.is_same(from, to, MAX_STEPS))
    }

    /// Whether constants decide a mask for all elements.
    fn is_decided_mask(&self, mask: Value, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match self.function.def_data(mask) {
            Some(data @ InstData::CmpI { .. }) => self.is_decided(data),
            Some(InstData::AndI { lhs, rhs, .. }) => {
                self.is_decided_mask(*lhs, steps) && self.is_decided_mask(*rhs, steps)
            }
            Some(InstData::Broadcast { source } | InstData::Reshape { source }) => {
                self.is_decided_mask(*source, steps)
            }
            _ => false,
        }
    }

    /// The offsets that are added to the pointer, the last one first.
    fn distances(&self, pointers: Value) -> Option<Vec<Value>> {
        let mut distances = Vec::new();
        let mut at = pointers;
        for _ in 0..MAX_STEPS {
            match self.function.def_data(at) {
                Some(InstData::Offset { ptr, offset }) => {
                    distances.push(*offset);
                    at = *ptr;
                }
                Some(InstData::Broadcast { source } | InstData::Reshape { source }) => at = *source,
                Some(InstData::Assume { value, .. } | InstData::Given { value, .. }) => at = *value,
                Some(InstData::Based { pointer }) => at = *pointer,
                _ => {
                    let is_parameter = self.function.param_index(at).is_some();
                    return (is_parameter && !distances.is_empty()).then_some(distances);
                }
            }
        }
        None
    }

    /// Whether a masked load and a store without mask are of the same tile of tensors with the same extents.
    fn has_same_tiles(&self, load: Inst, store: Inst) -> bool {
        let InstData::LoadViewTko { view: from, index: from_index, .. } = self.function.data(load)
        else {
            return false;
        };
        let InstData::StoreViewTko { view: to, index: to_index, .. } = self.function.data(store)
        else {
            return false;
        };
        let kind = |view: Value| self.types.kind(self.function.value_type(view));
        let (TypeKind::PartitionView(loaded), TypeKind::PartitionView(stored)) =
            (kind(*from), kind(*to))
        else {
            return false;
        };
        let extents = |tensor| match self.types.kind(tensor) {
            TypeKind::TensorView(view) => Some(view.shape.clone()),
            _ => None,
        };
        let dynamic = |view: Value| match self.function.def_data(view) {
            Some(InstData::MakePartitionView { tensor_view }) => {
                match self.function.def_data(*tensor_view) {
                    Some(InstData::MakeTensorView { dynamic_shape, .. }) => {
                        Some(dynamic_shape.clone())
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let (Some(a), Some(b)) = (dynamic(*from), dynamic(*to)) else { return false };
        let are_same = |a: &[Value], b: &[Value]| {
            a.len() == b.len() && std::iter::zip(a, b).all(|(&a, &b)| self.is_same(a, b, MAX_STEPS))
        };
        loaded.padding.is_some()
            && stored.padding.is_none()
            && loaded.tile == stored.tile
            && !a.is_empty()
            && extents(loaded.tensor) == extents(stored.tensor)
            && are_same(&a, &b)
            && are_same(from_index, to_index)
    }

    /// Whether two values are certainly equal: one, or made alike of equal ones without memory.
    pub(super) fn is_same(&self, a: Value, b: Value, steps: u32) -> bool {
        if a == b {
            return true;
        }
        let Some(steps) = steps.checked_sub(1) else { return false };
        let (Some(first), Some(second)) = (self.function.def_data(a), self.function.def_data(b))
        else {
            return false;
        };
        let is_pure =
            |data: &InstData| data.effect() == ir::ops::Effect::Pure && !data.has_blocks();
        if !is_pure(first)
            || !is_pure(second)
            || self.function.value_type(a) != self.function.value_type(b)
        {
            return false;
        }
        let operands = first.operands();
        let mut renamed = second.clone();
        let mut next = operands.iter();
        let mut are_same = true;
        renamed.for_each_operand_mut(|operand| match next.next() {
            Some(&other) => {
                are_same &= self.is_same(other, *operand, steps);
                *operand = other;
            }
            None => are_same = false,
        });
        are_same && next.next().is_none() && renamed == *first
    }

    /// The warning about a store of what a load with a mask has.
    fn store_without_mask(&mut self, store: Inst, load: Inst) -> Diagnostic {
        let (at, loaded) = (self.function.span(store), self.function.span(load));
        let message = match self.function.data(load) {
            InstData::LoadPtrTko { .. } => {
                "the store has no mask, so it also writes the elements that the mask of the load leaves out"
            }
            _ => "the store has no mask, so it also writes elements that are outside of the tensor",
        };
        let diagnostic = Diagnostic::new(codes::UNMASKED_STORE, at, message)
            .secondary(loaded, "the load of the same places has a mask");
        match self.store_with_mask(at, loaded) {
            Some(fix) => {
                let mut diagnostic = diagnostic;
                diagnostic.fixes.push(fix);
                diagnostic
            }
            None => {
                let help = "`store_masked` takes the mask that the load has";
                diagnostic.help(self.cx.in_users_spelling(help))
            }
        }
    }

    /// The edit that gives a store the mask of a load.
    fn store_with_mask(&self, store: Span, load: Span) -> Option<Fix> {
        let sources = self.cx.unit.sources;
        let text = sources.text(store);
        let open = text.find('(')?;
        let name = text.get(..open)?.trim_end();
        let is_plain = name.ends_with("store")
            && text.ends_with(')')
            && sources.backtrace(store.lo).next().is_none();
        if !is_plain {
            return None;
        }
        let behind = store.lo.offset(u32::try_from(name.len()).ok()?);
        let mut edits =
            vec![Edit { span: Span { lo: behind, hi: behind }, text: "_masked".to_owned() }];
        let is_member = name.trim_end_matches("store").ends_with(['.', '>']);
        if is_member {
            let title = "write `store_masked`, which leaves out the elements outside".to_owned();
            return Some(Fix { title, edits, applicability: Applicability::Maybe });
        }
        let mask = self.mask_argument(load)?;
        let close = Span { lo: Pos(store.hi.0.saturating_sub(1)), hi: store.hi };
        edits.push(Edit { span: Span { lo: close.lo, hi: close.lo }, text: format!(", {mask}") });
        let title = format!("write `store_masked` with the mask of the load, `{mask}`");
        Some(Fix { title, edits, applicability: Applicability::Maybe })
    }

    /// The mask of the call of a load, as it is written.
    fn mask_argument(&self, call: Span) -> Option<String> {
        let exprs = &self.cx.typed.exprs;
        let mask: ExprId = exprs.values().filter(|node| node.span == call).find_map(|node| {
            let ExprKind::Call { arguments, .. } = &node.kind else { return None };
            arguments.get(1).copied()
        })?;
        let text = self.cx.one_line(exprs[mask].span);
        (!text.is_empty() && !text.ends_with("...")).then_some(text)
    }
}

/// Whether each element of the result follows from the elements of the operands at its place, and from all of them.
pub(super) fn is_elementwise(data: &InstData) -> bool {
    use InstData::*;
    matches!(
        data,
        AddF { .. }
            | SubF { .. }
            | MulF { .. }
            | DivF { .. }
            | Fma { .. }
            | RemF { .. }
            | NegF { .. }
            | AbsF { .. }
            | Sqrt { .. }
            | Rsqrt { .. }
            | Exp { .. }
            | Exp2 { .. }
            | Log { .. }
            | Log2 { .. }
            | Pow { .. }
            | Sin { .. }
            | Cos { .. }
            | Tanh { .. }
            | Ceil { .. }
            | Floor { .. }
            | FToF { .. }
            | FToI { .. }
            | IToF { .. }
            | AddI { .. }
            | SubI { .. }
            | MulI { .. }
            | DivI { .. }
            | RemI { .. }
            | NegI { .. }
            | AbsI { .. }
            | ExtI { .. }
            | TruncI { .. }
            | ShlI { .. }
            | ShrI { .. }
            | XorI { .. }
            | Bitcast { .. }
    )
}
