//! A reduction of a reduction becomes one.
//!
//! ```text
//! reduce (reduce x dim=0 { or }) dim=0 { or }  =>  reduce (reshape x) dim=0 { or }
//! ```
//!
//! Elements may be combined in any order, so both dimensions become one, and the back end
//! may begin with
//! the elements that are nearest. That holds for integers, where no
//! order gives another result, and where nothing else uses what the first reduction finds.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::Options;
use crate::attrs::{Overflow, Permutation, Signedness};
use crate::builder::Builder;
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let uses = function.count_uses();
    let mut changed = false;
    for inst in function.insts_in_order() {
        if let Some(nested) = Nested::of(function, types, &uses, inst) {
            nested.join(function, types, inst);
            changed = true;
        }
    }
    changed
}

/// How the elements of a reduction are combined: operations that are associative and commutative to
/// the bit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combination {
    And,
    Or,
    Xor,
    Sum,
    Product,
    Largest(Signedness),
    Smallest(Signedness),
}

impl Combination {
    /// What a body does, and with which instruction, if that is all it does.
    fn of(function: &Function, body: Block) -> Option<(Combination, Inst)> {
        let &[combine, end] = function.insts(body) else { return None };
        let (lhs, rhs, combination) = match *function.data(combine) {
            InstData::AndI { lhs, rhs } => (lhs, rhs, Combination::And),
            InstData::OrI { lhs, rhs } => (lhs, rhs, Combination::Or),
            InstData::XorI { lhs, rhs } => (lhs, rhs, Combination::Xor),
            InstData::AddI { lhs, rhs, .. } => (lhs, rhs, Combination::Sum),
            InstData::MulI { lhs, rhs, .. } => (lhs, rhs, Combination::Product),
            InstData::MaxI { lhs, rhs, signedness } => (lhs, rhs, Combination::Largest(signedness)),
            InstData::MinI { lhs, rhs, signedness } => {
                (lhs, rhs, Combination::Smallest(signedness))
            }
            _ => return None,
        };
        let InstData::Yield { operands } = function.data(end) else { return None };
        let params = function.block_params(body);
        let plain = params == [lhs, rhs] || params == [rhs, lhs];
        (plain && operands[..] == *function.results(combine)).then_some((combination, combine))
    }
}

/// A reduction whose operand is the result of one like it.
struct Nested {
    source: Value,
    /// Puts the two dimensions side by side.
    permutation: Permutation,
    /// The operand's shape, with both dimensions in one.
    dims: SmallVec<[u32; 4]>,
    combine: Inst,
}

impl Nested {
    fn of(
        function: &Function,
        types: &TypeStore,
        uses: &SecondaryMap<Value, u32>,
        inst: Inst,
    ) -> Option<Nested> {
        let (operand, outer_dim, identities, body) = single(function, inst)?;
        let mut value = operand;
        while uses[value] == 1
            && let Some(&InstData::Reshape { source }) = function.def_data(value)
        {
            value = source;
        }
        let inner = function.def_inst(value).filter(|_| uses[value] == 1)?;
        // Elsewhere it might be combined less often.
        if function.inst_block(inner) != function.inst_block(inst) {
            return None;
        }
        let (source, inner_dim, inner_identities, inner_body) = single(function, inner)?;
        let (combination, combine) = Combination::of(function, body)?;
        let (inner_combination, _) = Combination::of(function, inner_body)?;
        if combination != inner_combination || identities != inner_identities {
            return None;
        }
        let from = types.dims(function.value_type(source));
        let mut dims: SmallVec<[u32; 4]> = types.dims(function.value_type(operand)).into();
        // What is left of the source's dimensions, but for those of extent 1 that come and go.
        let left: Vec<usize> =
            (0..from.len()).filter(|&dim| dim != inner_dim && from[dim] != 1).collect();
        let kept: Vec<usize> = (0..dims.len()).filter(|&dim| dims[dim] != 1).collect();
        let same = left.iter().map(|&dim| from[dim]).eq(kept.iter().map(|&dim| dims[dim]));
        let partner = left[kept.iter().position(|&dim| dim == outer_dim).filter(|_| same)?];
        let mut order: SmallVec<[u32; 4]> =
            (0..from.len() as u32).filter(|&dim| dim != inner_dim as u32).collect();
        let at = order.iter().position(|&dim| dim == partner as u32)?;
        order.insert(at + usize::from(inner_dim > partner), inner_dim as u32);
        dims[outer_dim] *= from[inner_dim];
        Some(Nested { source, permutation: order.into_iter().collect(), dims, combine })
    }

    fn join(self, function: &mut Function, types: &mut TypeStore, inst: Inst) {
        let mut b = Builder::before(function, types, inst);
        let mut source = self.source;
        if !self.permutation.iter().copied().eq(0..self.permutation.len() as u32) {
            source = b.permute(source, self.permutation);
        }
        let ty = b.value_type(source);
        let Some(ty) = types.with_dims(ty, &self.dims) else { return };
        let source = Builder::before(function, types, inst).reshape(source, ty);
        if let InstData::Reduce { operands, .. } = function.data_mut(inst) {
            operands[0] = source;
        }
        // Sums that none of the program's are may wrap around.
        if let InstData::AddI { overflow, .. } | InstData::MulI { overflow, .. } =
            function.data_mut(self.combine)
        {
            *overflow = Overflow::None;
        }
    }
}

/// A reduction of one tile: operand, dimension, identities and body.
fn single(
    function: &Function,
    inst: Inst,
) -> Option<(Value, usize, &crate::attrs::Identities, Block)> {
    let InstData::Reduce { operands, dim, identities, body } = function.data(inst) else {
        return None;
    };
    let &[operand] = &operands[..] else { return None };
    Some((operand, *dim as usize, identities, *body))
}
