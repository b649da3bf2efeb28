//! Which memory a pointer can reach, by where it comes from.
//!
//! A pointer derives from a *root*: an entry parameter, a global, an `alloca`, or from somewhere
//! unknown (loaded, made from an integer, chosen between roots). Pointers of different roots may
//! still meet, unless one root is memory of its own or a parameter promises that no other pointer
//! reaches its memory
//! (`__restrict__`).

use cranelift_entity::SecondaryMap;

use crate::entities::{Block, Global, Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::{TypeKind, TypeStore};

/// Where the addresses of a value come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// The entry parameter with that index.
    Param(usize),
    Global(Global),
    /// The scratch memory of that `alloca`.
    Alloca(Inst),
    /// More than one root, or memory that the IR does not see.
    Unknown,
}

/// The roots of all pointers and views of a function.
#[derive(Clone, Debug)]
pub struct AliasMap {
    /// `None` until something derives from a root, and for values without addresses.
    roots: SecondaryMap<Value, Option<Root>>,
    restrict: Vec<bool>,
}

impl AliasMap {
    /// Analyses a function.
    pub fn of(function: &Function, types: &TypeStore) -> AliasMap {
        let restrict = function.params.iter().map(|param| param.restrict).collect();
        let mut map = AliasMap { roots: SecondaryMap::new(), restrict };
        for (i, &param) in function.block_params(function.entry_block).iter().enumerate() {
            if has_address(types, function, param) {
                map.roots[param] = Some(Root::Param(i));
            }
        }
        // Roots only ever go from none to one to unknown, so this ends soon.
        while map.visit_block(function, types, function.entry_block, None) {}
        map
    }

    /// The root of a pointer or view.
    pub fn root(&self, value: Value) -> Root {
        self.roots[value].unwrap_or(Root::Unknown)
    }

    /// Whether accesses through the two can touch the same memory.
    pub fn may_alias(&self, a: Value, b: Value) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return true;
        }
        let restrict = |root| match root {
            Root::Param(index) => self.restrict.get(index).copied().unwrap_or(false),
            Root::Global(_) | Root::Alloca(_) | Root::Unknown => false,
        };
        match (a, b) {
            // An alloca's address may have been stored and loaded again.
            (Root::Unknown, _) | (_, Root::Unknown) => true,
            (Root::Alloca(_), _) | (_, Root::Alloca(_)) => false,
            (Root::Global(_), Root::Global(_)) => false,
            (Root::Param(_), Root::Param(_) | Root::Global(_))
            | (Root::Global(_), Root::Param(_)) => !restrict(a) && !restrict(b),
        }
    }

    /// `value` also takes the addresses of `from`; says whether that is news.
    fn flow(&mut self, value: Value, from: Option<Root>) -> bool {
        let merged = match (self.roots[value], from) {
            (old, None) => old,
            (None, new) => new,
            (old, new) if old == new => old,
            _ => Some(Root::Unknown),
        };
        std::mem::replace(&mut self.roots[value], merged) != merged
    }

    /// One walk over `block`, in the innermost loop `around`.
    fn visit_block(
        &mut self,
        function: &Function,
        types: &TypeStore,
        block: Block,
        around: Option<Inst>,
    ) -> bool {
        let mut changed = false;
        for &inst in function.insts(block) {
            let data = function.data(inst);
            let inner = match data {
                InstData::For { .. } | InstData::Loop { .. } => Some(inst),
                _ => around,
            };
            changed |= self.visit_inst(function, types, inst, around);
            for region in data.blocks() {
                changed |= self.visit_block(function, types, region, inner);
            }
        }
        changed
    }

    fn visit_inst(
        &mut self,
        function: &Function,
        types: &TypeStore,
        inst: Inst,
        around: Option<Inst>,
    ) -> bool {
        let mut changed = false;
        let mut pass = |map: &mut AliasMap, to: &[Value], from: &[Value]| {
            for (&to, &from) in to.iter().zip(from) {
                let root = map.roots[from];
                changed |= map.flow(to, root);
            }
        };
        let results = function.results(inst);
        match function.data(inst) {
            InstData::Offset { ptr: source, .. }
            | InstData::PtrToPtr { source }
            | InstData::Broadcast { source }
            | InstData::Reshape { source }
            | InstData::Permute { source, .. }
            | InstData::Extract { source, .. }
            | InstData::Assume { value: source, .. }
            | InstData::Given { value: source, .. }
            | InstData::Subobject { pointer: source, .. }
            | InstData::Based { pointer: source }
            | InstData::MakeTensorView { base: source, .. }
            | InstData::MakePartitionView { tensor_view: source }
            | InstData::MakeStridedView { tensor_view: source }
            | InstData::MakeGatherScatterView { tensor_view: source } => {
                pass(self, results, &[*source]);
            }
            InstData::Select { val_if_true, val_if_false, .. }
            | InstData::Cat { lhs: val_if_true, rhs: val_if_false, .. }
            | InstData::Insert { source: val_if_true, destination: val_if_false, .. } => {
                pass(self, results, &[*val_if_true]);
                pass(self, results, &[*val_if_false]);
            }
            InstData::For { init_values, body, .. } => {
                let params = &function.block_params(*body)[1..];
                pass(self, params, init_values);
                pass(self, results, init_values);
            }
            InstData::Loop { init_values, body } => {
                pass(self, function.block_params(*body), init_values);
            }
            InstData::Continue { operands } => {
                match around.map(|around| (around, function.data(around))) {
                    Some((around, InstData::For { body, .. })) => {
                        pass(self, &function.block_params(*body)[1..], operands);
                        pass(self, function.results(around), operands);
                    }
                    Some((_, InstData::Loop { body, .. })) => {
                        pass(self, function.block_params(*body), operands);
                    }
                    _ => {}
                }
            }
            InstData::Break { operands } => {
                let results = around.map_or(&[][..], |around| function.results(around));
                pass(self, results, operands);
            }
            InstData::Yield { operands } => {
                let owner = function.inst_block(inst).and_then(|b| function.block_owner(b));
                pass(self, owner.map_or(&[][..], |owner| function.results(owner)), operands);
            }
            InstData::GetGlobal { global } => {
                changed |= self.flow(results[0], Some(Root::Global(*global)));
            }
            InstData::Alloca { .. } => changed |= self.flow(results[0], Some(Root::Alloca(inst))),
            // Results of `if` come from its yields.
            InstData::If { .. } => {}
            _ => {
                for &result in results {
                    if has_address(types, function, result) {
                        changed |= self.flow(result, Some(Root::Unknown));
                    }
                }
            }
        }
        changed
    }
}

/// Whether a value carries addresses.
fn has_address(types: &TypeStore, function: &Function, value: Value) -> bool {
    match types.kind(function.value_type(value)) {
        TypeKind::Token => false,
        TypeKind::Tile(tile) => tile.elem.is_ptr(),
        TypeKind::TensorView(_)
        | TypeKind::PartitionView(_)
        | TypeKind::StridedView(_)
        | TypeKind::GatherScatterView(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use lang::base::Span;

    use super::*;
    use crate::builder::Builder;
    use crate::module::{Module, Param};
    use crate::types::Scalar;

    #[test]
    fn roots_follow_pointers_through_loops() {
        let mut module = Module::new("m");
        let mut function = Function::new("k", Span::NONE);
        let ptr = module.types.ptr(Scalar::F32);
        let [p, q, r] = [false, false, true].map(|restrict| {
            function.add_param(Param { name: "p".into(), restrict, span: Span::NONE }, ptr)
        });
        let block = function.entry_block;
        let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
        let one = b.const_i32(1);
        let parts = b.open_for(one, one, one, false, &[p, p]);
        b.switch_to(parts.body);
        let next = b.offset(parts.carried[0], one);
        b.continue_([next, q]);
        b.switch_to(block);
        let local = b.alloca(4, 16, false, ptr);
        b.return_([]);
        let map = AliasMap::of(&function, &module.types);
        assert_eq!(map.root(next), Root::Param(0));
        assert_eq!(map.root(parts.results[0]), Root::Param(0));
        assert_eq!(map.root(parts.results[1]), Root::Unknown);
        assert!(map.may_alias(p, q));
        assert!(!map.may_alias(p, r));
        assert!(!map.may_alias(local, q));
        assert!(map.may_alias(parts.results[1], r));
    }
}
