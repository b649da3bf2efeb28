//! A layout for every tile of a kernel.
//!
//! Some instructions care: memory accesses want neighbours in memory in neighbouring lanes and
//! registers, tensor cores want their fragments. These are *anchors*. Most do not care, as long as
//! operands and result agree. Three passes spread the wishes of the former over the latter:
//!
//! 1. *forward*: a value gets a *home* layout from an anchor, or from an operand that has one.
//!    Loop-carried values take the layout of what an iteration yields, so that no iteration
//!    converts. Reductions hand on a slice, reshapes and permutations the layout they make of
//!    their source's. Repeated until nothing changes.
//! 2. *hints* go backward to loop-carried values that no anchor reached.
//! 3. *backward*: every use demands its operands in some layouts. A value with a home is converted
//!    to the other layouts demanded, once, where it is defined. A value without one (a constant,
//!    `iota`, and cheap arithmetic on such) is computed in each layout demanded: index and mask
//!    arithmetic costs less than moving its result.
//!
//! Out comes, per value, the list of layouts that selection must provide, home first.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::analysis::facts::FactMap;
use ir::{Block, Function, Inst, InstData, Module, Type, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use super::catalog::{blocked, row_major_order};
use super::interned::{LayoutId, Layouts};
use super::linear::{Axis, LANE_BITS, LinearLayout, dim_shifts, shape_bits};
use super::role::{Role, role};
use crate::select::mma;
use crate::target::Target;

/// Layouts demanded of one value.
pub type Demands = SmallVec<[LayoutId; 2]>;

/// The result: see the module header.
pub struct Assignment {
    pub layouts: Layouts,
    pub warp_bits: u32,
    home: SecondaryMap<Value, PackedOption<LayoutId>>,
    demands: SecondaryMap<Value, Demands>,
    anchors: SecondaryMap<Inst, PackedOption<LayoutId>>,
}

impl Assignment {
    /// The layouts in which a value is needed; empty if it is not.
    pub fn demands(&self, value: Value) -> &[LayoutId] {
        &self.demands[value]
    }

    /// The layout that a value is computed in, if that is one only.
    pub fn home(&self, value: Value) -> Option<LayoutId> {
        self.home[value].expand()
    }

    /// The layout that an instruction without tile results works in.
    pub fn anchor(&self, inst: Inst) -> Option<LayoutId> {
        self.anchors[inst].expand()
    }
}

/// Bytes that one thread moves at once, at most.
pub const MAX_VECTOR_BYTES: u32 = 16;
/// Accesses of a warp move whole sectors of memory.
const SECTOR_BYTES: u32 = 32;

/// Chooses layouts for a kernel that runs in `1 << warp_bits` warps.
pub fn assign(
    module: &Module,
    function: &Function,
    facts: &FactMap,
    target: &Target,
    warp_bits: u32,
) -> Assignment {
    let assignment = Assignment {
        layouts: Layouts::default(),
        warp_bits,
        home: SecondaryMap::new(),
        demands: SecondaryMap::new(),
        anchors: SecondaryMap::new(),
    };
    let order = function.insts_in_order();
    let mut assigner = Assigner {
        module,
        function,
        facts,
        target,
        out: assignment,
        hints: SecondaryMap::new(),
        changed: false,
    };
    assigner.spread(&order);
    assigner.hint(&order);
    assigner.settle(&order);
    assigner.anchor_stores(&order);
    assigner.demand_all(&order);
    assigner.out
}

struct Assigner<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    target: &'a Target,
    out: Assignment,
    hints: SecondaryMap<Value, PackedOption<LayoutId>>,
    changed: bool,
}

/// A layout and what moving a value to it would cost.
type Operands = SmallVec<[(Value, LayoutId); 4]>;

impl Assigner<'_> {
    fn ty(&self, value: Value) -> Type {
        self.function.value_type(value)
    }

    fn dims(&self, value: Value) -> &[u32] {
        self.module.types.dims(self.ty(value))
    }

    fn is_tile(&self, value: Value) -> bool {
        self.module.types.as_tile(self.ty(value)).is_some()
    }

    fn bits(&self, value: Value) -> u32 {
        self.module.types.elem(self.ty(value)).map_or(0, |elem| elem.bits())
    }

    fn intern(&mut self, layout: LinearLayout) -> LayoutId {
        self.out.layouts.intern(layout)
    }

    /// The home of a value. All threads hold what has only one element.
    fn home(&mut self, value: Value) -> Option<LayoutId> {
        if let Some(home) = self.out.home[value].expand() {
            return Some(home);
        }
        if !self.is_tile(value) || self.dims(value).iter().any(|&extent| extent != 1) {
            return None;
        }
        let layout = LinearLayout::replicated(self.dims(value), self.out.warp_bits);
        let id = self.intern(layout);
        self.set_home(value, id);
        Some(id)
    }

    fn set_home(&mut self, value: Value, layout: LayoutId) {
        if self.out.home[value].is_none() {
            self.out.home[value] = layout.into();
            self.changed = true;
        }
    }

    fn set_home_to(&mut self, value: Value, layout: LinearLayout) {
        let id = self.intern(layout);
        self.set_home(value, id);
    }

    /// A layout for a tile that nobody has a wish for.
    fn default_layout(&mut self, value: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(value).into();
        let layout = self.memory_layout(&dims, self.bits(value).max(8), &[]);
        self.intern(layout)
    }

    /// The layout in which an access to a tile is coalesced, where `contiguity` says how many
    /// elements are neighbours in memory along each dimension.
    fn memory_layout(&self, dims: &[u32], bits: u32, contiguity: &[u64]) -> LinearLayout {
        let run = |dim: usize| contiguity.get(dim).copied().unwrap_or(1);
        let mut order = row_major_order(dims.len());
        // Stable: among equals the last dimension stays the fastest. A dimension of extent 1 has
        // no neighbours to offer.
        order.sort_by_key(|&dim| (dims[dim] == 1, std::cmp::Reverse(run(dim))));
        let per_thread = (1u32 << shape_bits(dims)) >> (LANE_BITS + self.out.warp_bits).min(31);
        let widest = (MAX_VECTOR_BYTES * 8 / bits).max(1);
        let longest = order.first().map_or(1, |&dim| {
            let run = if contiguity.is_empty() { u64::from(dims[dim]) } else { run(dim) };
            run.min(u64::from(dims[dim])) as u32
        });
        let vector = widest.min(longest).min(per_thread.max(1));
        blocked(dims, vector, &order, self.out.warp_bits)
    }

    /// Contiguity of a tile of pointers along each dimension.
    fn pointer_runs(&self, pointers: Value) -> SmallVec<[u64; 4]> {
        (0..self.dims(pointers).len())
            .map(|dim| u64::from(self.facts.get(pointers).axis(dim).contiguity))
            .collect()
    }

    fn pointer_layout(&mut self, pointers: Value, element: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(pointers).into();
        let bits = self.bits(element).max(8);
        let layout = self.memory_layout(&dims, bits, &self.pointer_runs(pointers));
        self.intern(layout)
    }

    fn view_layout(&mut self, view: Value, element: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(element).into();
        let bits = self.bits(element).max(8);
        let runs = view_runs(self.module, self.ty(view), &dims);
        let layout = self.memory_layout(&dims, bits, &runs);
        self.intern(layout)
    }

    // ---- forward ----

    fn spread(&mut self, order: &[Inst]) {
        self.changed = true;
        // Each round gives at least one value a home, and none loses it.
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
                if let Some(home) = self.common_home(data) {
                    self.set_home(result, home);
                }
            }
            Role::Reshape => {
                if let Some(source) = self.first_home(data) {
                    let layout = self.out.layouts[source].reshape(self.dims(result));
                    self.set_home_to(result, layout);
                }
            }
            Role::Permute => {
                if let (Some(source), InstData::Permute { permutation, .. }) =
                    (self.first_home(data), data)
                {
                    let permutation: SmallVec<[usize; 4]> =
                        permutation.iter().map(|&d| d as usize).collect();
                    let layout = self.out.layouts[source].permute(&permutation);
                    self.set_home_to(result, layout);
                }
            }
            Role::Extract => {
                if let Some(source) = self.first_home(data) {
                    let layout = extracted(&self.out.layouts[source], self.dims(result));
                    match layout {
                        Some((layout, _)) => self.set_home_to(result, layout),
                        None => {
                            let id = self.default_layout(result);
                            self.set_home(result, id);
                        }
                    }
                }
            }
            Role::Cat => {
                if let (Some(part), InstData::Cat { dim, .. }) = (self.common_home(data), data) {
                    let layout = self.out.layouts[part].cat(*dim as usize);
                    self.set_home_to(result, layout);
                }
            }
            Role::Repack => {
                if let (Some(source), InstData::Pack { source: from }) =
                    (self.first_home(data), data)
                {
                    let bytes = self.bits(*from) / 8;
                    let layout = bytes_of(&self.out.layouts[source], bytes);
                    self.set_home_to(result, layout);
                }
            }
            Role::Combine => {
                if let Some(source) = self.common_home(data) {
                    self.place_combined(inst, data, source);
                }
            }
            Role::LoadPtr => {
                if let InstData::LoadPtrTko { source, .. } = data {
                    let id = self.pointer_layout(*source, result);
                    self.set_home(result, id);
                }
            }
            Role::Atomic => {
                if let InstData::AtomicRmwTko { pointers, .. }
                | InstData::AtomicCasTko { pointers, .. } = data
                {
                    let id = self.pointer_layout(*pointers, result);
                    self.set_home(result, id);
                }
            }
            Role::LoadView => {
                if let InstData::LoadViewTko { view, .. } = data {
                    let id = self.view_layout(*view, result);
                    self.set_home(result, id);
                }
            }
            Role::Mma => {
                if let Some(plan) = self.mma_plan(data) {
                    self.set_home_to(result, plan.c);
                }
            }
            Role::Anywhere | Role::Broadcast | Role::Control | Role::Scalar => {}
            Role::StorePtr | Role::StoreView | Role::AtomicView | Role::Observe => {}
        }
    }

    fn first_home(&mut self, data: &InstData) -> Option<LayoutId> {
        let &source = data.operands().first()?;
        self.home(source)
    }

    /// The home that most bits of the operands have, so that converting the others costs least.
    fn common_home(&mut self, data: &InstData) -> Option<LayoutId> {
        let mut votes: SmallVec<[(LayoutId, u32); 4]> = smallvec![];
        for operand in data.operands() {
            let Some(home) = self.home(operand) else { continue };
            let weight = self.bits(operand);
            match votes.iter_mut().find(|(id, _)| *id == home) {
                Some((_, sum)) => *sum += weight,
                None => votes.push((home, weight)),
            }
        }
        // The first of equals wins.
        votes.iter().rev().max_by_key(|(_, weight)| *weight).map(|&(id, _)| id)
    }

    fn place_combined(&mut self, inst: Inst, data: &InstData, source: LayoutId) {
        let function = self.function;
        if self.out.anchors[inst].is_none() {
            self.out.anchors[inst] = source.into();
        }
        let source = self.out.anchors[inst].unwrap();
        for &result in function.results(inst) {
            match data {
                InstData::Reduce { dim, .. } => {
                    let layout = self.out.layouts[source].slice(*dim as usize);
                    self.set_home_to(result, layout);
                }
                _ => self.set_home(result, source),
            }
        }
    }

    /// What a terminator hands on decides the layout of what it is handed to.
    fn place_carried(&mut self, inst: Inst, operands: &[Value]) {
        for (target, operand) in carried(self.function, inst, operands) {
            if let Some(home) = self.home(operand)
                && self.is_tile(target)
            {
                self.set_home(target, home);
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
                if let Some(home) = self.out.home[param].expand() {
                    self.set_home(result, home);
                }
            }
        }
    }

    fn mma_plan(&self, data: &InstData) -> Option<mma::Plan> {
        mma::plan(self.module, self.function, data, self.target, self.out.warp_bits)
    }

    // ---- hints and what is left ----

    fn hint(&mut self, order: &[Inst]) {
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
                let hint = self.out.home[target].expand().or(self.hints[target].expand());
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
            Some(&result) => self.out.home[result].expand().or(self.hints[result].expand()),
            None => None,
        };
        let at = at.or_else(|| self.store_layout(data));
        if let Some(at) = at {
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
    fn store_layout(&mut self, data: &InstData) -> Option<LayoutId> {
        match data {
            InstData::StorePtrTko { destination, value, .. } => {
                Some(self.pointer_layout(*destination, *value))
            }
            InstData::StoreViewTko { view, tile, .. } => Some(self.view_layout(*view, *tile)),
            InstData::AtomicRedViewTko { view, value, .. } => Some(self.view_layout(*view, *value)),
            _ => None,
        }
    }

    /// Homes for carried values that nothing has decided.
    fn settle(&mut self, order: &[Inst]) {
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
                        let source = match self.home(operand).or(self.hints[operand].expand()) {
                            Some(layout) => layout,
                            None => self.default_layout(operand),
                        };
                        self.place_combined(inst, data, source);
                        self.spread(order);
                    }
                }
                InstData::Cat { dim, .. } => {
                    let result = function.results(inst)[0];
                    if self.home(result).is_none() {
                        let lhs = data.operands()[0];
                        let part = self.default_layout(lhs);
                        let layout = self.out.layouts[part].cat(*dim as usize);
                        self.set_home_to(result, layout);
                        self.spread(order);
                    }
                }
                InstData::Extract { .. } | InstData::Pack { .. } | InstData::Unpack { .. } => {
                    let result = function.results(inst)[0];
                    if self.home(result).is_none() {
                        let source = data.operands()[0];
                        let layout = self.default_layout(source);
                        if !matches!(data, InstData::Unpack { .. }) && self.home(source).is_none() {
                            self.set_home(source, layout);
                        } else {
                            let layout = self.default_layout(result);
                            self.set_home(result, layout);
                        }
                        self.spread(order);
                    }
                }
                _ => {}
            }
            for (value, init) in open {
                if !self.is_tile(value) || self.home(value).is_some() {
                    continue;
                }
                let home =
                    match self.hints[value].expand().or(init.and_then(|init| self.home(init))) {
                        Some(layout) => layout,
                        None => self.default_layout(value),
                    };
                self.set_home(value, home);
                self.spread(order);
            }
        }
    }

    /// Where stores work: in the layout of what they store if that fills whole sectors of memory,
    /// else in a coalesced one.
    fn anchor_stores(&mut self, order: &[Inst]) {
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
            let pointers = destination.and_then(|destination| self.home(destination));
            let good_home = self.home(value).filter(|&home| {
                let bytes = coalesced_bytes(
                    &self.out.layouts[wish],
                    &self.out.layouts[home],
                    self.bits(value).max(8),
                );
                bytes >= run.min(SECTOR_BYTES)
            });
            self.out.anchors[inst] = pointers.or(good_home).unwrap_or(wish).into();
        }
    }

    // ---- backward ----

    fn demand_all(&mut self, order: &[Inst]) {
        for &inst in order.iter().rev() {
            self.demand_operands(inst);
        }
    }

    fn demand(&mut self, value: Value, layout: LayoutId) {
        if !self.is_tile(value) {
            return;
        }
        if self.out.demands[value].is_empty()
            && let Some(home) = self.home(value)
        {
            self.out.demands[value].push(home);
        }
        if !self.out.demands[value].contains(&layout) {
            self.out.demands[value].push(layout);
        }
    }

    fn demand_operands(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        match role(data) {
            Role::Control => return self.demand_control(inst, data),
            Role::StorePtr | Role::StoreView | Role::AtomicView => {
                if let Some(anchor) = self.out.anchors[inst].expand() {
                    self.demand_each(inst, anchor);
                }
                return;
            }
            Role::Combine => {
                let used = function.results(inst).iter().any(|&r| !self.out.demands[r].is_empty());
                if let Some(anchor) = self.out.anchors[inst].expand().filter(|_| used) {
                    for &result in function.results(inst) {
                        if let Some(home) = self.home(result) {
                            self.demand(result, home);
                        }
                    }
                    self.demand_each(inst, anchor);
                }
                return;
            }
            Role::Observe => {
                for operand in data.operands() {
                    if self.is_tile(operand) {
                        let layout = match self.home(operand) {
                            Some(home) => home,
                            None => self.default_layout(operand),
                        };
                        self.demand(operand, layout);
                    }
                }
                return;
            }
            Role::Scalar => {
                for operand in data.operands() {
                    if let Some(home) = self.home(operand) {
                        self.demand(operand, home);
                    }
                }
                return;
            }
            Role::Atomic => {
                // It happens whether its result is used or not.
                if let Some(home) = self.home(function.results(inst)[0]) {
                    self.demand(function.results(inst)[0], home);
                }
            }
            Role::LoadPtr | Role::LoadView => {
                let strong = data.memory_ordering().is_some_and(|o| o != ir::MemoryOrdering::Weak);
                if strong && let Some(home) = self.home(function.results(inst)[0]) {
                    self.demand(function.results(inst)[0], home);
                }
            }
            Role::Anywhere | Role::Elementwise { .. } | Role::Broadcast | Role::Reshape => {}
            Role::Permute | Role::Extract | Role::Cat | Role::Repack | Role::Mma => {}
        }
        let Some(&result) = function.results(inst).first() else { return };
        if self.home(result).is_none()
            && role(data) == (Role::Elementwise { cheap: false })
            && let Some(&first) = self.out.demands[result].first()
        {
            self.out.home[result] = first.into();
        }
        let layouts: Demands = match self.home(result) {
            Some(home) if !self.out.demands[result].is_empty() => smallvec![home],
            Some(_) => smallvec![],
            None => self.out.demands[result].clone(),
        };
        for layout in layouts {
            self.demand_each(inst, layout);
        }
    }

    fn demand_each(&mut self, inst: Inst, at: LayoutId) {
        for (operand, layout) in self.operand_layouts(inst, at) {
            self.demand(operand, layout);
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
                let params = &function.block_params(*body)[1..];
                pairs.extend(params.iter().copied().zip(init_values.iter().copied()));
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
            if let Some(home) = self.home(target) {
                self.demand(operand, home);
            }
        }
    }

    /// The layouts that an instruction needs its tile operands in when it works in layout `at`.
    fn operand_layouts(&mut self, inst: Inst, at: LayoutId) -> Operands {
        let data = self.function.data(inst);
        let mut operands = Operands::new();
        match role(data) {
            Role::Mma => {
                if let (Some(plan), [a, b, c, ..]) = (self.mma_plan(data), &data.operands()[..]) {
                    let (pa, pb) = (self.intern(plan.a), self.intern(plan.b));
                    operands.extend([(*a, pa), (*b, pb), (*c, at)]);
                }
            }
            Role::Extract => {
                let source = data.operands()[0];
                let layout = match self.home(source) {
                    Some(home) => home,
                    None => self.default_layout(source),
                };
                operands.push((source, layout));
                for &index in &data.operands()[1..] {
                    if let Some(home) = self.home(index) {
                        operands.push((index, home));
                    }
                }
            }
            Role::Observe | Role::Control | Role::Scalar | Role::Anywhere => {}
            _ => {
                for operand in data.operands() {
                    if !self.is_tile(operand) {
                        continue;
                    }
                    let shape: SmallVec<[u32; 4]> = self.dims(operand).into();
                    let layout = operand_layout(data, &self.out.layouts[at], &shape);
                    let id = match layout {
                        Some(layout) => self.intern(layout),
                        None => match self.home(operand) {
                            Some(home) => home,
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

/// The layout that an operand of shape `shape` has to have when the result has layout `at`, for
/// instructions where it follows from those alone.
pub fn operand_layout(data: &InstData, at: &LinearLayout, shape: &[u32]) -> Option<LinearLayout> {
    if shape.iter().all(|&extent| extent == 1) {
        return Some(LinearLayout::replicated(shape, at.warp_bits()));
    }
    match data {
        InstData::Broadcast { .. } => {
            let dims: SmallVec<[usize; 4]> =
                (0..shape.len()).filter(|&dim| shape[dim] != at.shape()[dim]).collect();
            Some(at.collapse(&dims))
        }
        InstData::Reshape { .. } => Some(at.reshape(shape)),
        InstData::Permute { permutation, .. } => {
            let mut inverse: SmallVec<[usize; 4]> = SmallVec::from_elem(0, permutation.len());
            for (i, &dim) in permutation.iter().enumerate() {
                inverse[dim as usize] = i;
            }
            Some(at.permute(&inverse))
        }
        InstData::Cat { dim, .. } => at.halve(*dim as usize).map(|(half, _)| half),
        InstData::Pack { .. } => elements_of_bytes(at, at.shape()[0] / shape[0]),
        InstData::Unpack { .. } => Some(bytes_of(at, shape[0] / at.shape()[0])),
        _ => (at.shape() == shape).then(|| at.clone()),
    }
}

/// Where the operands of a `yield`, `continue` or `break` go: pairs of target and operand.
pub fn carried(function: &Function, terminator: Inst, operands: &[Value]) -> Vec<(Value, Value)> {
    let is_break = matches!(function.data(terminator), InstData::Break { .. });
    let is_yield = matches!(function.data(terminator), InstData::Yield { .. });
    let mut block: Option<Block> = function.inst_block(terminator);
    while let Some(owner) = block.and_then(|block| function.block_owner(block)) {
        let targets: &[Value] = match function.data(owner) {
            InstData::For { body, .. } if !is_yield => &function.block_params(*body)[1..],
            InstData::Loop { .. } if is_break => function.results(owner),
            InstData::Loop { body, .. } if !is_yield => function.block_params(*body),
            InstData::If { .. } if is_yield => function.results(owner),
            InstData::Reduce { .. } | InstData::Scan { .. } => &[],
            _ => {
                block = function.inst_block(owner);
                continue;
            }
        };
        return targets.iter().copied().zip(operands.iter().copied()).collect();
    }
    Vec::new()
}

/// How many elements of a view's tile are neighbours in memory along each tile dimension.
pub fn view_runs(module: &Module, view: Type, tile: &[u32]) -> SmallVec<[u64; 4]> {
    let identity: SmallVec<[u32; 4]> = (0..tile.len() as u32).collect();
    let (tensor, dim_map) = match module.types.kind(view) {
        TypeKind::PartitionView(view) => (view.tensor, &view.dim_map),
        TypeKind::StridedView(view) => (view.tensor, &view.dim_map),
        TypeKind::GatherScatterView(view) => (view.tensor, &identity),
        TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => return smallvec![],
    };
    let Some(tensor) = module.types.as_tensor_view(tensor) else { return smallvec![] };
    let run = |dim: usize| match tensor.strides.get(dim_map[dim] as usize) {
        Some(Some(1)) => u64::from(tile[dim]),
        _ => 1,
    };
    (0..tile.len()).map(run).collect()
}

/// How many bytes of the fastest dimension of `memory` one access of a warp covers without a gap
/// when the value has layout `layout`.
fn coalesced_bytes(memory: &LinearLayout, layout: &LinearLayout, bits: u32) -> u32 {
    let Some(dim) = fastest_dim(memory) else { return SECTOR_BYTES };
    let shift = dim_shifts(layout.shape())[dim];
    let vector = layout.num_contiguous(dim).min(MAX_VECTOR_BYTES * 8 / bits);
    let covered = (0..layout.shape()[dim].trailing_zeros()).take_while(|&bit| {
        let in_vector = bit < vector.trailing_zeros();
        in_vector || layout.owner(shift + bit).is_some_and(|(axis, _)| axis == Axis::Lane)
    });
    (bits << covered.count()) / 8
}

/// The dimension along which neighbouring registers, or else lanes, of a layout run.
fn fastest_dim(layout: &LinearLayout) -> Option<usize> {
    let first =
        layout.bases(Axis::Register).iter().chain(layout.bases(Axis::Lane)).find(|&&b| b != 0)?;
    let bit = first.trailing_zeros();
    let shifts = dim_shifts(layout.shape());
    (0..layout.rank())
        .find(|&dim| bit >= shifts[dim] && bit < shifts[dim] + layout.shape()[dim].trailing_zeros())
}

/// The layout of a sub-tile whose position only registers decide, and those register bits from
/// low to high; `None` if lanes or warps would have to move.
pub fn extracted(
    source: &LinearLayout,
    shape: &[u32],
) -> Option<(LinearLayout, SmallVec<[u32; 8]>)> {
    let mut layout = source.clone();
    let mut bits: SmallVec<[u32; 8]> = smallvec![];
    for (dim, &extent) in shape.iter().enumerate() {
        while layout.shape()[dim] > extent {
            let (half, bit) = layout.halve(dim)?;
            // Bits taken before shift the numbers of those above them.
            let original = (0..source.bases(Axis::Register).len() as u32)
                .filter(|candidate| !bits.contains(candidate))
                .nth(bit as usize)?;
            bits.push(original);
            layout = half;
        }
    }
    Some((layout, bits))
}

/// The layout of the bytes of a rank-1 tile of elements of `bytes` bytes: an element's bytes are
/// in the lowest registers.
pub fn bytes_of(elements: &LinearLayout, bytes: u32) -> LinearLayout {
    let shift = bytes.trailing_zeros();
    let shape = [elements.shape()[0] * bytes];
    let scaled = |axis: Axis| {
        elements.bases(axis).iter().map(|b| b << shift).collect::<SmallVec<[u32; 8]>>()
    };
    let mut register: SmallVec<[u32; 8]> = (0..shift).map(|bit| 1 << bit).collect();
    register.extend(scaled(Axis::Register));
    LinearLayout::new(&shape, &register, &scaled(Axis::Lane), &scaled(Axis::Warp))
}

/// The inverse of [`bytes_of`], where the bytes of each element are in the lowest registers.
fn elements_of_bytes(layout: &LinearLayout, bytes: u32) -> Option<LinearLayout> {
    let shift = bytes.trailing_zeros();
    let low = (0..shift).all(|bit| layout.owner(bit) == Some((Axis::Register, bit)));
    if !low {
        return None;
    }
    let shape = [layout.shape()[0] / bytes];
    let scaled =
        |axis: Axis| layout.bases(axis).iter().map(|b| b >> shift).collect::<SmallVec<[u32; 8]>>();
    let register = &scaled(Axis::Register)[shift as usize..];
    Some(LinearLayout::new(&shape, register, &scaled(Axis::Lane), &scaled(Axis::Warp)))
}
