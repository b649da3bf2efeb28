//! Accesses of memory that all tile blocks share: atomic ones of block scope, and sums without atomic operations, `*p += x`.
//!
//! An access is warned of where its addresses are the same in all tile blocks, and the kernel asks for the number of
//! its tile block, so that it is meant for more than one. A kernel with atomic accesses may order the others by them.

use ir::ops::{Effect, InstData};
use ir::{Block, Inst, MemoryOrdering, MemoryScope, Value};
use lang::base::{Applicability, Diagnostic, Span};
use rustc_hash::FxHashSet;

use super::super::Lowerer;
use super::{Flaw, Rule};
use crate::codes;

/// How far back the operations that make a value are followed.
const MAX_STEPS: u32 = 12;

impl Lowerer<'_, '_> {
    /// Judges the atomic accesses of the kernel.
    pub(super) fn note_scopes(&mut self, insts: &[Inst]) {
        let of_block: Vec<Inst> =
            insts.iter().copied().filter(|&inst| self.has_block_scope(inst)).collect();
        if of_block.is_empty() {
            return;
        }
        let local = self.values_of_a_block(insts);
        let has_number = self.uses_number(insts);
        for inst in of_block {
            let is_shared = has_number && self.is_shared_by_blocks(inst, &local);
            let span = self.function.span(inst);
            let found = is_shared.then(|| Flaw::Told(Box::new(self.shared_access(span))));
            self.note_at(span, span, Rule::Scope, found);
        }
    }

    /// Judges the stores of what is computed from the same memory.
    pub(super) fn note_updates(&mut self, insts: &[Inst]) {
        let is_atomic = |&inst: &Inst| {
            self.function.data(inst).memory_ordering().is_some_and(|it| it != MemoryOrdering::Weak)
        };
        let stores: Vec<Inst> =
            insts.iter().copied().filter(|&inst| self.stored(inst).is_some()).collect();
        if stores.is_empty() || !self.uses_number(insts) || insts.iter().any(is_atomic) {
            return;
        }
        let local = self.values_of_a_block(insts);
        for inst in stores {
            let is_shared = self.is_shared_by_blocks(inst, &local);
            let load = self
                .stored(inst)
                .filter(|_| is_shared)
                .and_then(|value| self.load_of_place(value, inst, MAX_STEPS));
            let span = self.function.span(inst);
            let found = load.map(|_| Flaw::Told(Box::new(self.shared_update(span))));
            self.note_at(span, span, Rule::Update, found);
        }
    }

    /// What a store writes.
    fn stored(&self, inst: Inst) -> Option<Value> {
        match *self.function.data(inst) {
            InstData::StorePtrTko { value, .. } => Some(value),
            InstData::StoreViewTko { tile, .. } => Some(tile),
            _ => None,
        }
    }

    /// The load of the place of a store that a value is computed from.
    fn load_of_place(&self, value: Value, store: Inst, steps: u32) -> Option<Inst> {
        let steps = steps.checked_sub(1)?;
        let inst = self.function.def_inst(value)?;
        let data = self.function.data(inst);
        let to = self.function.data(store);
        match data {
            InstData::LoadPtrTko { .. } | InstData::LoadViewTko { .. } => {
                let (from, place) = (data.accessed()?, to.accessed()?);
                let is_same = |a: Value, b: Value| self.is_same(a, b, MAX_STEPS);
                let (a, b) = (data.operand_group("index"), to.operand_group("index"));
                let is_place = is_same(from, place)
                    && a.len() == b.len()
                    && std::iter::zip(a, b).all(|(a, b)| is_same(a, b));
                is_place.then_some(inst)
            }
            _ if data.effect() == Effect::Pure && !data.has_blocks() => data
                .operands()
                .into_iter()
                .find_map(|operand| self.load_of_place(operand, store, steps)),
            _ => None,
        }
    }

    /// The warning about the store at `span`.
    fn shared_update(&self, span: Span) -> Diagnostic {
        let message = "all tile blocks read and write this address: what one adds is lost where another one writes at the same time";
        Diagnostic::new(codes::RACING_UPDATE, span, message)
            .label("the address does not depend on the number of the tile block")
            .help(self.cx.in_users_spelling(
                "`atomic_add(p, x, memory_order_relaxed_t{})` adds to what is at the address, one tile block after another",
            ))
    }

    /// Whether anything is computed from the number of the tile block.
    fn uses_number(&self, insts: &[Inst]) -> bool {
        let is_number = |value: &Value| {
            matches!(self.function.def_data(*value), Some(InstData::GetTileBlockId {}))
        };
        insts.iter().any(|&inst| self.function.data(inst).operands().iter().any(is_number))
    }

    fn has_block_scope(&self, inst: Inst) -> bool {
        let scope = match *self.function.data(inst) {
            InstData::AtomicRmwTko { scope, .. }
            | InstData::AtomicCasTko { scope, .. }
            | InstData::AtomicRedViewTko { scope, .. } => Some(scope),
            InstData::LoadPtrTko { scope, .. }
            | InstData::StorePtrTko { scope, .. }
            | InstData::LoadViewTko { scope, .. }
            | InstData::StoreViewTko { scope, .. } => scope,
            _ => None,
        };
        scope == Some(MemoryScope::TileBlock)
    }

    /// The values that may differ between tile blocks: those that follow from the number of the tile block or from memory, and
    /// those that a branch on such a value makes.
    fn values_of_a_block(&self, insts: &[Inst]) -> FxHashSet<Value> {
        let mut local = FxHashSet::default();
        // Each pass but the last finds another value.
        loop {
            let n_known = local.len();
            for &inst in insts {
                self.pass_on(inst, &mut local);
            }
            if local.len() == n_known {
                return local;
            }
        }
    }

    /// Adds the values that an instruction makes of those of a block.
    fn pass_on(&self, inst: Inst, local: &mut FxHashSet<Value>) {
        let function = &self.function;
        let mut pass = |to: &[Value], from: &[Value]| {
            for (to, from) in std::iter::zip(to, from) {
                if local.contains(from) {
                    local.insert(*to);
                }
            }
        };
        match function.data(inst) {
            InstData::Loop { init_values, body } => {
                pass(function.block_params(*body), init_values);
                let is_choice = |&inner: &Inst| match function.data(inner) {
                    InstData::If { condition, .. } => local.contains(condition),
                    _ => false,
                };
                if function.insts_inside(inst).iter().any(is_choice) {
                    local.extend(function.results(inst));
                }
            }
            InstData::Continue { operands } => {
                if let Some((_, body)) = self.loop_around(inst) {
                    pass(function.block_params(body), operands);
                }
            }
            InstData::Break { operands } => {
                if let Some((owner, _)) = self.loop_around(inst) {
                    pass(function.results(owner), operands);
                }
            }
            InstData::Yield { operands } => {
                let owner = function.inst_block(inst).and_then(|block| function.block_owner(block));
                pass(owner.map_or(&[][..], |owner| function.results(owner)), operands);
            }
            data => {
                let is_local = matches!(data, InstData::GetTileBlockId {} | InstData::For { .. })
                    || !matches!(
                        data.effect(),
                        Effect::Pure | Effect::Partial | Effect::Structured
                    )
                    || data.operands().iter().any(|operand| local.contains(operand));
                if is_local {
                    local.extend(function.results(inst));
                    local.extend(
                        data.blocks().iter().flat_map(|&block| function.block_params(block)),
                    );
                }
            }
        }
    }

    /// The loop around an instruction, and its body.
    fn loop_around(&self, inst: Inst) -> Option<(Inst, Block)> {
        let mut at = inst;
        loop {
            at = self.function.block_owner(self.function.inst_block(at)?)?;
            match *self.function.data(at) {
                InstData::Loop { body, .. } | InstData::For { body, .. } => {
                    return Some((at, body));
                }
                _ => {}
            }
        }
    }

    /// Whether an access has the same addresses in all tile blocks, and no branch is around it that some of them take.
    fn is_shared_by_blocks(&self, inst: Inst, local: &FxHashSet<Value>) -> bool {
        let data = self.function.data(inst);
        let indices = data.operand_group("index");
        let is_same = |value: Value| !local.contains(&value);
        let Some(accessed) = data.accessed() else { return false };
        if !is_same(accessed) || !indices.into_iter().all(is_same) {
            return false;
        }
        let mut at = inst;
        while let Some(owner) =
            self.function.inst_block(at).and_then(|block| self.function.block_owner(block))
        {
            if let InstData::If { condition, .. } = self.function.data(owner)
                && local.contains(condition)
            {
                return false;
            }
            at = owner;
        }
        true
    }

    /// The warning about the access of the call at `span`.
    fn shared_access(&self, span: Span) -> Diagnostic {
        let message = "block scope orders the accesses of one tile block alone, but all tile blocks access these addresses";
        let diagnostic = Diagnostic::new(codes::ATOMIC_SCOPE, span, message)
            .label("the addresses do not depend on the number of the tile block");
        let title = "name the scope of the device, which all tile blocks of the launch are in";
        let text = self.cx.unit.sources.text(span);
        for (narrow, wide) in [
            ("thread_scope_block_t", "thread_scope_device_t"),
            ("thread_scope::block", "thread_scope::device"),
        ] {
            let mut found = text.match_indices(narrow);
            if let (Some((start, _)), None) = (found.next(), found.next())
                && self.cx.unit.sources.backtrace(span.lo).next().is_none()
            {
                let lo = span.lo.offset(u32::try_from(start).unwrap_or(u32::MAX));
                let at = Span { lo, hi: lo.offset(narrow.len() as u32) };
                return diagnostic.fix(title, Applicability::Maybe, at, wide);
            }
        }
        diagnostic.help(self.cx.in_users_spelling(
            "`thread_scope_device_t{}` is the scope of all tile blocks of the launch",
        ))
    }
}
