//! The backward pass of layout assignment: what every use requires.
//!
//! In: the defining layouts. Out: the anchors of stores, and per value the layouts in which its users want it,
//! so that each conversion happens once, where the value is defined.

use ir::{Inst, InstData, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use crate::analysis::captured::captured;
use crate::analysis::carried::carried;
use crate::analysis::role::{Role, role};
use crate::layout::assign::{Assigner, RequiredLayouts, along_dim, fastest_dim, operand_layout};
use crate::linear::interned::LayoutId;
use crate::linear::layout::{Axis, LinearLayout, dim_shifts};
use crate::target::{MAX_VECTOR_BYTES, SECTOR_BYTES};

/// Operands of an instruction and the layouts that it wants them in.
type Operands = SmallVec<[(Value, LayoutId); 4]>;

impl Assigner<'_> {
    /// Homes for carried values that nothing has decided.
    pub(super) fn settle(&mut self, order: &[Inst]) {
        let function = self.function;
        for &inst in order {
            let data = function.data(inst);
            let mut open: SmallVec<[(Value, Option<Value>); 8]> = smallvec![];
            match data {
                InstData::For { body, init_values, .. } => {
                    let params = function.block_params(*body)[1..].iter();
                    open.extend(params.copied().zip(init_values.iter().copied().map(Some)));
                }
                InstData::Loop { body, init_values } => {
                    let params = function.block_params(*body).iter();
                    open.extend(params.copied().zip(init_values.iter().copied().map(Some)));
                    open.extend(function.results(inst).iter().map(|&result| (result, None)));
                }
                InstData::If { .. } => {
                    open.extend(function.results(inst).iter().map(|&result| (result, None)));
                }
                InstData::Reduce { .. } | InstData::Scan { .. }
                    if self.out.anchors[inst].is_none() =>
                {
                    if let Some(&operand) = data.operands().first() {
                        let source = match self.def_layout(operand).or(self.hints[operand].expand())
                        {
                            Some(layout) => layout,
                            None => self.default_layout(operand),
                        };
                        self.place_combined(inst, data, source);
                        self.spread(order);
                    }
                }
                InstData::Cat { dim, .. } => {
                    let result = function.results(inst)[0];
                    if self.def_layout(result).is_none() {
                        let lhs = data.operands()[0];
                        let part = self.default_layout(lhs);
                        let layout = self.out.layouts[part].cat(*dim as usize);
                        self.set_def_layout_to(result, layout);
                        self.spread(order);
                    }
                }
                InstData::Extract { .. } | InstData::Pack { .. } | InstData::Unpack { .. } => {
                    let result = function.results(inst)[0];
                    if self.def_layout(result).is_none() {
                        let source = data.operands()[0];
                        let layout = self.default_layout(source);
                        let joins = !matches!(data, InstData::Extract { .. })
                            && self.dims(source)[0] > self.dims(result)[0];
                        if !joins && self.def_layout(source).is_none() {
                            self.set_def_layout(source, layout);
                        } else {
                            let layout = self.default_layout(result);
                            self.set_def_layout(result, layout);
                        }
                        self.spread(order);
                    }
                }
                _ => {}
            }
            for (value, init) in open {
                if !self.is_tile(value) || self.def_layout(value).is_some() {
                    continue;
                }
                let def_layout = match self.hints[value]
                    .expand()
                    .or(init.and_then(|init| self.def_layout(init)))
                {
                    Some(layout) => layout,
                    None => self.default_layout(value),
                };
                self.set_def_layout(value, def_layout);
                self.spread(order);
            }
        }
    }

    /// Where stores work: in the layout of what they store if that fills whole sectors of memory,
    /// else in a coalesced one.
    pub(super) fn anchor_stores(&mut self, order: &[Inst]) {
        for &inst in order {
            let data = self.function.data(inst);
            let Some(wish) = self.store_layout(data) else { continue };
            let (value, destination) = match data {
                InstData::StorePtrTko { destination, value, .. } => (*value, Some(*destination)),
                InstData::StoreViewTko { tile, .. } => (*tile, None),
                InstData::AtomicRedViewTko { value, .. } => (*value, None),
                _ => continue,
            };
            let run = coalesced_bytes(
                &self.out.layouts[wish],
                &self.out.layouts[wish],
                self.bits(value).max(8),
            );
            let pointers = destination.and_then(|destination| self.def_layout(destination));
            let good_home = self.def_layout(value).filter(|&def_layout| {
                let bytes = coalesced_bytes(
                    &self.out.layouts[wish],
                    &self.out.layouts[def_layout],
                    self.bits(value).max(8),
                );
                bytes >= run.min(SECTOR_BYTES)
            });
            self.out.anchors[inst] = pointers.or(good_home).unwrap_or(wish).into();
        }
    }

    pub(super) fn require_all(&mut self, order: &[Inst]) {
        for &inst in order.iter().rev() {
            self.demand_operands(inst);
        }
    }

    fn require(&mut self, value: Value, layout: LayoutId) {
        if !self.is_tile(value) {
            return;
        }
        if self.out.required_layouts[value].is_empty()
            && let Some(def_layout) = self.def_layout(value)
        {
            self.out.required_layouts[value].push(def_layout);
        }
        if !self.out.required_layouts[value].contains(&layout) {
            self.out.required_layouts[value].push(layout);
        }
    }

    fn demand_operands(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        let is_copied = self.pipeline.is_some_and(|pipeline| pipeline.async_load(inst).is_some());
        // Only the threads that copy need the index.
        let role = if is_copied { Role::Scalar } else { role(data) };
        match role {
            Role::Control => return self.demand_control(inst, data),
            Role::StorePtr | Role::StoreView | Role::AtomicView => {
                if let Some(anchor) = self.out.anchors[inst].expand() {
                    self.demand_each(inst, anchor);
                }
                return;
            }
            Role::Combine => return self.demand_combined(inst, data),
            Role::Observe => {
                for operand in data.operands() {
                    if self.is_tile(operand) {
                        let layout = match self.def_layout(operand) {
                            Some(def_layout) => def_layout,
                            None => self.default_layout(operand),
                        };
                        self.require(operand, layout);
                    }
                }
                return;
            }
            Role::Scalar => {
                let numbers = self.places(data).filter(|_| is_copied).map(|(numbers, _)| numbers);
                for operand in data.operands().into_iter().filter(|it| Some(*it) != numbers) {
                    if let Some(def_layout) = self.def_layout(operand) {
                        self.require(operand, def_layout);
                    }
                }
                return;
            }
            Role::Atomic => {
                // It happens whether its result is used or not.
                if let Some(def_layout) = self.def_layout(function.results(inst)[0]) {
                    self.require(function.results(inst)[0], def_layout);
                }
            }
            Role::LoadPtr | Role::LoadView => {
                let strong = data.memory_ordering().is_some_and(|o| o != ir::MemoryOrdering::Weak);
                if strong && let Some(def_layout) = self.def_layout(function.results(inst)[0]) {
                    self.require(function.results(inst)[0], def_layout);
                }
            }
            Role::Anywhere | Role::Elementwise { .. } | Role::Broadcast | Role::Reshape => {}
            Role::Permute | Role::Extract | Role::Cat | Role::Repack | Role::Mma => {}
        }
        let Some(&result) = function.results(inst).first() else { return };
        if self.def_layout(result).is_none()
            && role == (Role::Elementwise { cheap: false })
            && let Some(&first) = self.out.required_layouts[result].first()
        {
            self.out.def_layout[result] = first.into();
        }
        let layouts: RequiredLayouts = match self.def_layout(result) {
            Some(def_layout) if !self.out.required_layouts[result].is_empty() => {
                smallvec![def_layout]
            }
            Some(_) => smallvec![],
            None => self.out.required_layouts[result].clone(),
        };
        for layout in layouts {
            self.demand_each(inst, layout);
        }
    }

    /// The operands of a reduction or scan that something uses.
    fn demand_combined(&mut self, inst: Inst, data: &InstData) {
        let results = self.function.results(inst);
        let used = results.iter().any(|&r| !self.out.required_layouts[r].is_empty());
        let Some(anchor) = self.out.anchors[inst].expand().filter(|_| used) else { return };
        for &result in results {
            if let Some(def_layout) = self.def_layout(result) {
                self.require(result, def_layout);
            }
        }
        self.demand_each(inst, anchor);
        self.demand_captured(data);
    }

    fn demand_each(&mut self, inst: Inst, at: LayoutId) {
        for (operand, layout) in self.operand_layouts(inst, at) {
            self.require(operand, layout);
        }
    }

    /// What the body of a reduction uses from outside: every thread needs it for each of its elements.
    fn demand_captured(&mut self, data: &InstData) {
        let function = self.function;
        let (InstData::Reduce { body, .. } | InstData::Scan { body, .. }) = data else { return };
        for value in captured(function, *body) {
            if self.module.types.num_elems(function.value_type(value)) == 1 {
                let everywhere = LinearLayout::replicated(self.dims(value), self.out.warp_bits);
                let everywhere = self.intern(everywhere);
                self.require(value, everywhere);
            }
        }
    }

    fn demand_control(&mut self, inst: Inst, data: &InstData) {
        let function = self.function;
        let mut pairs: SmallVec<[(Value, Value); 8]> = smallvec![];
        match data {
            InstData::For { lower_bound, upper_bound, step, init_values, body, .. } => {
                for &bound in [lower_bound, upper_bound, step] {
                    pairs.push((bound, bound));
                }
                let params = function.block_params(*body);
                // The iterations that are copied ahead are counted from the one at hand, whether it uses its counter or not.
                let is_counted =
                    self.pipeline.is_some_and(|pipeline| pipeline.copies_ahead(function, inst));
                pairs.extend(is_counted.then_some((params[0], params[0])));
                pairs.extend(params[1..].iter().copied().zip(init_values.iter().copied()));
            }
            InstData::Loop { init_values, body } => {
                pairs.extend(
                    function.block_params(*body).iter().copied().zip(init_values.iter().copied()),
                );
            }
            InstData::If { condition, .. } => pairs.push((*condition, *condition)),
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => {
                pairs.extend(carried(function, inst, operands));
            }
            _ => {}
        }
        for (target, operand) in pairs {
            if let Some(def_layout) = self.def_layout(target) {
                self.require(operand, def_layout);
            }
        }
    }

    /// The tile of places by which an access to a gather/scatter view goes, and the dimension.
    fn places(&self, data: &InstData) -> Option<(Value, usize)> {
        let (InstData::LoadViewTko { view, index, .. }
        | InstData::StoreViewTko { view, index, .. }
        | InstData::AtomicRedViewTko { view, index, .. }) = data
        else {
            return None;
        };
        match self.module.types.kind(self.ty(*view)) {
            TypeKind::GatherScatterView(view) => {
                let dim = view.sparse_dim as usize;
                Some((*index.get(dim)?, dim))
            }
            _ => None,
        }
    }

    /// The layouts that an instruction needs its tile operands in when it works in layout `at`.
    pub(super) fn operand_layouts(&mut self, inst: Inst, at: LayoutId) -> Operands {
        let data = self.function.data(inst);
        let mut operands = Operands::new();
        match role(data) {
            Role::Mma => {
                let plan = self.out.mmas.get(inst).cloned();
                if let (Some(plan), [a, b, c, ..]) = (plan, &data.operands()[..]) {
                    let (of_a, of_b) = plan.operands();
                    for (operand, layout) in [(*a, of_a), (*b, of_b)] {
                        if let Some(layout) = layout {
                            operands.push((operand, self.intern(layout)));
                        }
                    }
                    for (operand, stored) in [*a, *b].into_iter().zip(plan.stored.clone()) {
                        // Threads write what they have.
                        let own = stored.as_ref().and_then(|_| self.def_layout(operand));
                        let layout = own.or_else(|| stored.map(|stored| self.intern(stored)));
                        operands.extend(layout.map(|layout| (operand, layout)));
                    }
                    operands.push((*c, at));
                    if let InstData::MmaFScaled { lhs_scale, rhs_scale, .. } = data {
                        let (a, b) = (self.dims(*lhs_scale), self.dims(*rhs_scale));
                        let (of_a, of_b) = plan.scale_layouts(a, b);
                        for (scale, layouts) in [(*lhs_scale, of_a), (*rhs_scale, of_b)] {
                            for layout in layouts {
                                operands.push((scale, self.intern(layout)));
                            }
                        }
                    }
                }
            }
            Role::Extract => {
                let source = data.operands()[0];
                let layout = match self.def_layout(source) {
                    Some(def_layout) => def_layout,
                    None => self.default_layout(source),
                };
                operands.push((source, layout));
                for &index in &data.operands()[1..] {
                    if let Some(def_layout) = self.def_layout(index) {
                        operands.push((index, def_layout));
                    }
                }
            }
            Role::Observe | Role::Control | Role::Scalar | Role::Anywhere => {}
            _ => {
                let places = self.places(data);
                for operand in data.operands() {
                    if !self.is_tile(operand) {
                        continue;
                    }
                    if let Some((_, dim)) = places.filter(|(index, _)| *index == operand) {
                        let along = along_dim(&self.out.layouts[at], dim);
                        operands.push((operand, self.intern(along)));
                        continue;
                    }
                    let shape: SmallVec<[u32; 4]> = self.dims(operand).into();
                    let layout = operand_layout(data, &self.out.layouts[at], &shape);
                    let id = match layout {
                        Some(layout) => self.intern(layout),
                        None => match self.def_layout(operand) {
                            Some(def_layout) => def_layout,
                            None => self.default_layout(operand),
                        },
                    };
                    operands.push((operand, id));
                }
            }
        }
        operands
    }
}

/// How many bytes of the fastest dimension of `memory` one access of a warp covers without a gap
/// when the value has layout `layout`.
pub(super) fn coalesced_bytes(memory: &LinearLayout, layout: &LinearLayout, bits: u32) -> u32 {
    let Some(dim) = fastest_dim(memory) else { return SECTOR_BYTES };
    let shift = dim_shifts(layout.shape())[dim];
    let vector = layout.num_contiguous(dim).min(MAX_VECTOR_BYTES * 8 / bits);
    let covered = (0..layout.shape()[dim].trailing_zeros()).take_while(|&bit| {
        let in_vector = bit < vector.trailing_zeros();
        in_vector || layout.owner(shift + bit).is_some_and(|(axis, _)| axis == Axis::Lane)
    });
    (bits << covered.count()) / 8
}
