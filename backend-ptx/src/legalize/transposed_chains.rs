//! Chained MMAs whose right operand goes on with what another MMA gave, as the transposed MMAs.
//!
//! ```text
//! s = mma k, q', 0 : N x M                            t = mma q, k', 0 : M x N          x' is the transpose of x
//! m = reduce s, dim 0                                 m = reduce t, dim 1
//! o = mma v', (f s), o : D x M           =>           p = mma (f t), v, p : M x D
//! ```
//!
//! Scores that are keys by queries are summed up over keys along columns. `wgmma` takes an operand from registers on the
//! left only, and a column is spread over all warps: what is computed would go through shared memory, and so would each
//! reduction. Transposed, the kernel is the one whose scores are queries by keys.
//!
//! Everything that is computed from the MMAs element by element is transposed too, with what loops carry of it; reductions take the
//! other dimension. A value that cannot be computed so is transposed by itself, and a transposed one where something else
//! needs it as it was.
//!
//! In: a verified module. Out: the module with such MMAs, in kernels of whose operands fewer go through shared memory then.

use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{Effect, Function, Inst, InstData, Module, Type, Value, ValueDef};
use rustc_hash::FxHashMap;

use crate::analysis::slice;
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pipeline_mma::pipeline;
use crate::legalize::pointer_tiles::clean_up;
use crate::mma::chain::Chained;
use crate::target::{Feature, Target};

/// Longer kernels stay as they are: uses are looked up in all of a kernel, and operands of operands on the stack.
const MAX_INSTS: usize = 2_000;

/// The module with such MMAs; `None` if there are none.
pub fn transpose(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Wgmma) {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        if chained_on_right(module, function).is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            let Module { entries, types, .. } = &mut *changed;
            let chained = chained_on_right(module, &entries[entry]);
            let transposer = Transposer {
                function: &mut entries[entry],
                types,
                transposes: FxHashMap::default(),
                computed: Vec::new(),
            };
            transposer.run(chained);
            clean_up(changed, entry);
            let cost = |module: &Module, function: &Function| Cost::of(module, function, target);
            cost(changed, &changed.entries[entry]).is_less(&cost(module, function))
        });
    }
    rewrites.into_module()
}

/// The MMAs of matrices whose right operand is computed from another MMA, and whose left one is not.
fn chained_on_right(module: &Module, function: &Function) -> Vec<Inst> {
    let mmas = |inst: &Inst| matches!(function.data(*inst), InstData::MmaF { .. });
    let insts = function.insts_in_order();
    let all: Vec<Inst> = insts.iter().copied().filter(mmas).collect();
    if all.len() < 2 || insts.len() > MAX_INSTS {
        return Vec::new();
    }
    let chained = Chained::of(function);
    let is_one = |inst: &Inst| match *function.data(*inst) {
        InstData::MmaF { lhs, rhs, acc, .. } => {
            chained.follows_mma(function, rhs)
                && !chained.follows_mma(function, lhs)
                && module.types.dims(function.value_type(acc)).len() == 2
        }
        _ => false,
    };
    all.into_iter().filter(is_one).collect()
}

/// The numbers by which a kernel is compared before and behind the pass.
struct Cost {
    /// Operands that threads write to shared memory.
    stored: usize,
    /// Operands that no pipeline brings.
    unfed: usize,
    /// Tiles that are transposed though no MMA takes them from memory.
    transposed: usize,
}

impl Cost {
    fn of(module: &Module, function: &Function, target: &Target) -> Cost {
        let pipeline = pipeline(module, function, target);
        let insts = function.insts_in_order();
        let plans =
            insts.iter().filter(|&&inst| matches!(function.data(inst), InstData::MmaF { .. }));
        let plans: Vec<_> =
            plans.map(|&inst| pipeline.as_ref().and_then(|pipeline| pipeline.mma(inst))).collect();
        let is_transposed = |&&inst: &&Inst| match *function.data(inst) {
            InstData::Permute { source, .. } => !is_loaded(function, source),
            _ => false,
        };
        Cost {
            stored: plans.iter().flatten().map(|mma| mma.stored().count()).sum(),
            unfed: plans.iter().filter(|mma| mma.is_none()).count(),
            transposed: insts.iter().filter(is_transposed).count(),
        }
    }

    fn is_less(&self, than: &Cost) -> bool {
        self.stored < than.stored && self.unfed <= than.unfed && self.transposed <= than.transposed
    }
}

/// Whether a tile is loaded, perhaps in another shape.
fn is_loaded(function: &Function, mut tile: Value) -> bool {
    loop {
        tile = match function.def_data(tile) {
            Some(InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. }) => return true,
            Some(&InstData::Reshape { source } | &InstData::Permute { source, .. }) => source,
            _ => return false,
        };
    }
}

/// Makes transposes of matrices in a function.
struct Transposer<'a> {
    function: &'a mut Function,
    types: &'a mut TypeStore,
    transposes: FxHashMap<Value, Value>,
    /// The values whose transposes are computed otherwise than by transposing them.
    computed: Vec<Value>,
}

impl Transposer<'_> {
    fn run(mut self, chained: Vec<Inst>) {
        for inst in chained {
            let result = self.function.results(inst)[0];
            self.transposed(result);
        }
        // Values computed from them follow, and give more.
        let mut next = 0;
        while let Some(&value) = self.computed.get(next) {
            next += 1;
            let users = self.users(value);
            for &user in &users {
                if is_elementwise(self.function.data(user)) && self.is_matrix(self.result(user)) {
                    self.transposed(self.result(user));
                }
            }
        }
        for value in self.computed.clone() {
            self.replace_uses(value);
        }
    }

    fn result(&self, inst: Inst) -> Value {
        self.function.results(inst)[0]
    }

    fn users(&self, value: Value) -> Vec<Inst> {
        let insts = self.function.insts_in_order().into_iter();
        insts.filter(|&inst| self.function.data(inst).operands().contains(&value)).collect()
    }

    fn dims(&self, value: Value) -> &[u32] {
        self.types.dims(self.function.value_type(value))
    }

    /// Whether a value is a tile with several rows and columns.
    fn is_matrix(&self, value: Value) -> bool {
        matches!(self.dims(value), &[rows, columns] if rows > 1 && columns > 1)
    }

    fn transposed_type(&mut self, value: Value) -> Type {
        let ty = self.function.value_type(value);
        let dims: Vec<u32> = self.types.dims(ty).iter().rev().copied().collect();
        self.types.with_dims(ty, &dims).unwrap_or(ty)
    }

    /// The transpose of a matrix, where the matrix is computed.
    fn transposed(&mut self, value: Value) -> Value {
        if let Some(&transposed) = self.transposes.get(&value) {
            return transposed;
        }
        let ty = self.transposed_type(value);
        let transposed = match self.function.def(value) {
            ValueDef::Param(..) => self.carried(value, ty),
            ValueDef::Result(inst, _) => {
                if matches!(self.function.data(inst), InstData::For { .. }) {
                    self.carried(value, ty)
                } else if let Some(source) = transposed_by(self.function.data(inst)) {
                    self.transposes.insert(value, source);
                    return source;
                } else {
                    self.is_matrix(value).then(|| self.recomputed(inst, ty)).flatten()
                }
            }
        };
        match transposed {
            Some(transposed) => {
                self.transposes.insert(value, transposed);
                if !self.computed.contains(&value) {
                    self.computed.push(value);
                }
                transposed
            }
            None => {
                let transposed = self.moved(value, ty);
                self.transposes.insert(value, transposed);
                transposed
            }
        }
    }

    /// The transpose of a tile that is computed from matrices, by the same operation.
    fn recomputed(&mut self, inst: Inst, ty: Type) -> Option<Value> {
        let mut data = self.function.data(inst).clone();
        let dims = self.dims(self.result(inst)).to_vec();
        match &mut data {
            InstData::Constant { value } => {
                value.as_splat()?;
            }
            InstData::Broadcast { source } => *source = self.transposed(*source),
            InstData::MmaF { lhs, rhs, acc, .. } => {
                (*lhs, *rhs) = (self.transposed(*rhs), self.transposed(*lhs));
                *acc = self.transposed(*acc);
            }
            data if is_elementwise(data) => {
                let operands = data.operands();
                if operands.iter().any(|&operand| self.dims(operand) != dims) {
                    return None;
                }
                data.for_each_operand_mut(|operand| *operand = self.transposed(*operand));
            }
            _ => return None,
        }
        let mut b = Builder::before(self.function, self.types, inst);
        let inst = b.insert(data, &[ty]);
        Some(self.result(inst))
    }

    /// The transpose of what a `for` carries, carried beside it.
    fn carried(&mut self, value: Value, ty: Type) -> Option<Value> {
        let (owner, position) = match self.function.def(value) {
            ValueDef::Param(block, number) => {
                (self.function.block_owner(block)?, number.checked_sub(1)?)
            }
            ValueDef::Result(inst, number) => (inst, number),
        };
        let InstData::For { ref init_values, body, .. } = *self.function.data(owner) else {
            return None;
        };
        let init = *init_values.get(position)?;
        let end = self.function.terminator(body)?;
        let InstData::Continue { operands } = self.function.data(end) else { return None };
        let next = *operands.get(position)?;
        if !self.is_matrix(value) || slice::continues(self.function, owner) != [end] {
            return None;
        }
        let param = self.function.block_params(body)[position + 1];
        let result = self.function.results(owner)[position];
        let new_param = self.function.append_block_param(body, ty);
        let new_result = self.function.append_result(owner, ty);
        for (old, new) in [(param, new_param), (result, new_result)] {
            self.transposes.insert(old, new);
            self.computed.push(old);
        }
        // The loop may get more of them before these transposes are known: each has its place now.
        let mut place = 0;
        if let InstData::For { init_values, .. } = self.function.data_mut(owner) {
            place = init_values.len();
            init_values.push(init);
        }
        if let InstData::Continue { operands } = self.function.data_mut(end) {
            operands.push(next);
        }
        let (init, next) = (self.transposed(init), self.transposed(next));
        if let InstData::For { init_values, .. } = self.function.data_mut(owner) {
            init_values[place] = init;
        }
        if let InstData::Continue { operands } = self.function.data_mut(end) {
            operands[place] = next;
        }
        Some(if value == param { new_param } else { new_result })
    }

    /// A tile with its dimensions exchanged, where the tile is known.
    fn moved(&mut self, value: Value, ty: Type) -> Value {
        let is_matrix = self.is_matrix(value);
        let at = match self.function.def(value) {
            ValueDef::Param(block, _) => self.function.insts(block).first().copied(),
            ValueDef::Result(inst, _) => self.function.following(inst),
        };
        let Some(at) = at else { return value };
        let mut b = Builder::before(self.function, self.types, at);
        // A row is a column in the same order.
        if is_matrix {
            b.permute(value, [1, 0].into_iter().collect())
        } else {
            b.reshape(value, ty)
        }
    }

    /// Has what uses a matrix, and is not transposed, use its transpose.
    fn replace_uses(&mut self, value: Value) {
        let transposed = self.transposes[&value];
        let mut as_it_was: Option<Value> = None;
        for user in self.users(value) {
            if let InstData::Reduce { operands, .. } = self.function.data(user) {
                let operands = operands.clone();
                let known = |operand| self.transposes.get(operand).copied();
                if let Some(all) = operands.iter().map(known).collect::<Option<Vec<Value>>>() {
                    if let InstData::Reduce { operands, dim, .. } = self.function.data_mut(user) {
                        *operands = all.into_iter().collect();
                        *dim = 1 - *dim;
                    }
                    continue;
                }
            }
            let is_dead = self.function.data(user).effect() == Effect::Pure
                && self.function.results(user).iter().any(|it| self.computed.contains(it));
            let carries = matches!(
                self.function.data(user),
                InstData::Continue { .. } | InstData::For { .. }
            );
            if is_dead || carries {
                continue;
            }
            if transposed_by(self.function.data(user)).is_some() {
                let result = self.result(user);
                self.function.replace_all_uses(result, transposed);
                continue;
            }
            let as_it_was = *as_it_was.get_or_insert_with(|| {
                let at = match self.function.def(transposed) {
                    ValueDef::Param(block, _) => self.function.insts(block).first().copied(),
                    ValueDef::Result(inst, _) => self.function.following(inst),
                };
                let Some(at) = at else { return value };
                let mut b = Builder::before(self.function, self.types, at);
                b.permute(transposed, [1, 0].into_iter().collect())
            });
            self.function.data_mut(user).for_each_operand_mut(|operand| {
                if *operand == value {
                    *operand = as_it_was;
                }
            });
        }
    }
}

/// The matrix that an operation transposes.
fn transposed_by(data: &InstData) -> Option<Value> {
    match data {
        InstData::Permute { source, permutation } if permutation[..] == [1, 0] => Some(*source),
        _ => None,
    }
}

/// Whether each element of the result depends on the elements of the operands at its place alone.
fn is_elementwise(data: &InstData) -> bool {
    use InstData as I;
    matches!(
        data,
        I::Select { .. }
            | I::Bitcast { .. }
            | I::ExtI { .. }
            | I::FToF { .. }
            | I::FToI { .. }
            | I::IToF { .. }
            | I::TruncI { .. }
            | I::AbsF { .. }
            | I::AddF { .. }
            | I::Atan2 { .. }
            | I::Ceil { .. }
            | I::CmpF { .. }
            | I::Cos { .. }
            | I::Cosh { .. }
            | I::DivF { .. }
            | I::Exp { .. }
            | I::Exp2 { .. }
            | I::Floor { .. }
            | I::Fma { .. }
            | I::Log { .. }
            | I::Log2 { .. }
            | I::MaxF { .. }
            | I::MinF { .. }
            | I::MulF { .. }
            | I::NegF { .. }
            | I::Pow { .. }
            | I::RemF { .. }
            | I::Rsqrt { .. }
            | I::Sin { .. }
            | I::Sinh { .. }
            | I::Sqrt { .. }
            | I::SubF { .. }
            | I::Tan { .. }
            | I::Tanh { .. }
            | I::AbsI { .. }
            | I::AddI { .. }
            | I::CmpI { .. }
            | I::MaxI { .. }
            | I::MinI { .. }
            | I::MulI { .. }
            | I::MulhiI { .. }
            | I::NegI { .. }
            | I::ShlI { .. }
            | I::ShrI { .. }
            | I::SubI { .. }
            | I::AndI { .. }
            | I::OrI { .. }
            | I::XorI { .. }
    )
}
