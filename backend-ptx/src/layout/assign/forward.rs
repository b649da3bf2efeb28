//! The forward pass and the hints of layout assignment: where defining layouts come from.
//!
//! In: the instructions in order. Out: a defining layout for every value that an anchor reaches, and for
//! loop-carried values that none reaches the layout that their uses hint at.

use ir::{Inst, InstData, Value};
use smallvec::{SmallVec, smallvec};

use crate::analysis::carried::carried;
use crate::analysis::role::{Role, role};
use crate::layout::assign::{Assigner, bytes_of, extracted};
use crate::linear::interned::LayoutId;

impl Assigner<'_> {
    pub(super) fn spread(&mut self, order: &[Inst]) {
        self.changed = true;
        // Each round gives at least one value a defining layout, and none loses it.
        while std::mem::take(&mut self.changed) {
            for &inst in order {
                self.place(inst);
            }
        }
    }

    fn place(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        let results = function.results(inst);
        let Some(&result) = results.first() else {
            if let InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } = data
            {
                self.place_carried(inst, operands);
            }
            return;
        };
        match role(data) {
            Role::Elementwise { .. } => {
                if let Some(def_layout) = self.common_def_layout(data) {
                    self.set_def_layout(result, def_layout);
                }
            }
            Role::Reshape => {
                if let Some(source) = self.first_def_layout(data) {
                    let layout = self.out.layouts[source].reshape(self.dims(result));
                    self.set_def_layout_to(result, layout);
                }
            }
            Role::Permute => {
                if let (Some(source), InstData::Permute { permutation, .. }) =
                    (self.first_def_layout(data), data)
                {
                    let permutation: SmallVec<[usize; 4]> =
                        permutation.iter().map(|&d| d as usize).collect();
                    let layout = self.out.layouts[source].permute(&permutation);
                    self.set_def_layout_to(result, layout);
                }
            }
            Role::Extract => self.place_extracted(data, result),
            Role::Cat => {
                if let (Some(part), InstData::Cat { dim, .. }) =
                    (self.common_def_layout(data), data)
                {
                    let layout = self.out.layouts[part].cat(*dim as usize);
                    self.set_def_layout_to(result, layout);
                }
            }
            Role::Repack => self.place_repacked(data, result),
            Role::Combine => {
                if let Some(source) = self.common_def_layout(data) {
                    self.place_combined(inst, data, source);
                }
            }
            Role::LoadPtr => {
                if let InstData::LoadPtrTko { source, .. } = data {
                    let id = self.pointer_layout(*source, result);
                    self.set_def_layout(result, id);
                }
            }
            Role::Atomic => {
                if let InstData::AtomicRmwTko { pointers, .. }
                | InstData::AtomicCasTko { pointers, .. } = data
                {
                    let id = self.pointer_layout(*pointers, result);
                    self.set_def_layout(result, id);
                }
            }
            Role::LoadView => self.place_view_load(inst, data, result),
            Role::Mma => {
                if let Some(plan) = self.out.mmas.get(inst) {
                    self.set_def_layout_to(result, plan.c.clone());
                }
            }
            Role::Anywhere | Role::Broadcast | Role::Control | Role::Scalar => {}
            Role::StorePtr | Role::StoreView | Role::AtomicView | Role::Observe => {}
        }
    }

    fn place_extracted(&mut self, data: &InstData, result: Value) {
        let Some(source) = self.first_def_layout(data) else { return };
        match extracted(&self.out.layouts[source], self.dims(result)) {
            Some((layout, _)) => self.set_def_layout_to(result, layout),
            None => {
                let id = self.default_layout(result);
                self.set_def_layout(result, id);
            }
        }
    }

    /// From few elements to many: what becomes of an element stays in its thread.
    fn place_repacked(&mut self, data: &InstData, result: Value) {
        let Some(source) = self.first_def_layout(data) else { return };
        let from = self.out.layouts[source].clone();
        let (few, many) = (from.shape()[0], self.dims(result)[0]);
        if many >= few {
            self.set_def_layout_to(result, bytes_of(&from, many / few));
        }
    }

    fn place_view_load(&mut self, inst: Inst, data: &InstData, result: Value) {
        let pipeline = self.pipeline;
        if pipeline.is_some_and(|pipeline| pipeline.is_read(inst)) {
            // Threads read a buffer as they want it.
            return;
        }
        if let Some(like) = pipeline.and_then(|pipeline| pipeline.epilogue_load(inst)?.like) {
            if let Some(plan) = self.out.mmas.get(like) {
                self.set_def_layout_to(result, plan.c.clone());
            }
        } else if let InstData::LoadViewTko { view, .. } = data {
            let id = self.view_layout(*view, result);
            self.set_def_layout(result, id);
        }
    }

    fn first_def_layout(&mut self, data: &InstData) -> Option<LayoutId> {
        let &source = data.operands().first()?;
        self.def_layout(source)
    }

    /// The defining layout that most bits of the operands have, so that converting the others costs least.
    fn common_def_layout(&mut self, data: &InstData) -> Option<LayoutId> {
        let mut votes: SmallVec<[(LayoutId, u32); 4]> = smallvec![];
        for operand in data.operands() {
            let Some(def_layout) = self.def_layout(operand) else { continue };
            let weight = self.bits(operand);
            match votes.iter_mut().find(|(id, _)| *id == def_layout) {
                Some((_, sum)) => *sum += weight,
                None => votes.push((def_layout, weight)),
            }
        }
        // The first of equals wins.
        votes.iter().rev().max_by_key(|(_, weight)| *weight).map(|&(id, _)| id)
    }

    pub(super) fn place_combined(&mut self, inst: Inst, data: &InstData, source: LayoutId) {
        let function = self.function;
        let source = self.out.anchors[inst].expand().unwrap_or(source);
        self.out.anchors[inst] = source.into();
        for &result in function.results(inst) {
            match data {
                InstData::Reduce { dim, .. } => {
                    let layout = self.out.layouts[source].slice(*dim as usize);
                    self.set_def_layout_to(result, layout);
                }
                _ => self.set_def_layout(result, source),
            }
        }
    }

    /// What a terminator hands on decides the layout of what it is handed to.
    fn place_carried(&mut self, inst: Inst, operands: &[Value]) {
        for (target, operand) in carried(self.function, inst, operands) {
            if let Some(def_layout) = self.def_layout(operand)
                && self.is_tile(target)
            {
                self.set_def_layout(target, def_layout);
            }
        }
        // The results of a `for` are its carried values.
        self.tie_for_results(inst);
    }

    fn tie_for_results(&mut self, terminator: Inst) {
        let function = self.function;
        let Some(block) = function.inst_block(terminator) else { return };
        if let Some(owner) = function.block_owner(block)
            && let InstData::For { body, .. } = function.data(owner)
        {
            let params = &function.block_params(*body)[1..];
            for (&result, &param) in function.results(owner).iter().zip(params) {
                if let Some(def_layout) = self.out.def_layout[param].expand() {
                    self.set_def_layout(result, def_layout);
                }
            }
        }
    }

    pub(super) fn hint(&mut self, order: &[Inst]) {
        // Twice, so that a hint inside a loop reaches the end of its body.
        for _ in 0..2 {
            for &inst in order.iter().rev() {
                self.hint_operands(inst);
            }
        }
    }

    fn hint_operands(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        if let InstData::Yield { operands }
        | InstData::Continue { operands }
        | InstData::Break { operands } = data
        {
            for (target, operand) in carried(function, inst, operands) {
                let hint = self.out.def_layout[target].expand().or(self.hints[target].expand());
                self.set_hint(operand, hint);
            }
            return;
        }
        if let InstData::For { body, .. } = data {
            let params = &function.block_params(*body)[1..];
            for (&result, &param) in function.results(inst).iter().zip(params) {
                self.set_hint(param, self.hints[result].expand());
            }
        }
        let at = match function.results(inst).first() {
            Some(&result) => self.out.def_layout[result].expand().or(self.hints[result].expand()),
            None => None,
        };
        let at = at.or_else(|| self.store_layout(data));
        if let Some(at) = at {
            // What a reduction leaves says nothing of how its operands are best held.
            if matches!(data, InstData::Reduce { .. }) {
                return;
            }
            for (operand, layout) in self.operand_layouts(inst, at) {
                self.set_hint(operand, Some(layout));
            }
        }
    }

    fn set_hint(&mut self, value: Value, hint: Option<LayoutId>) {
        if let Some(hint) = hint
            && self.hints[value].is_none()
            && self.out.layouts[hint].shape() == self.dims(value)
        {
            self.hints[value] = hint.into();
        }
    }

    /// The coalesced layout of what a store or view atomic writes.
    pub(super) fn store_layout(&mut self, data: &InstData) -> Option<LayoutId> {
        match data {
            InstData::StorePtrTko { destination, value, .. } => {
                Some(self.pointer_layout(*destination, *value))
            }
            InstData::StoreViewTko { view, tile, .. } => Some(self.view_layout(*view, *tile)),
            InstData::AtomicRedViewTko { view, value, .. } => Some(self.view_layout(*view, *value)),
            _ => None,
        }
    }
}
