//! The walk that local rewrites share: every instruction once, operands first.
//!
//! A rewrite looks at an instruction whose operands are already rewritten and says what becomes
//! of it. It may emit new instructions, which go before the one it looks at. Replaced values are
//! collected and applied as the walk goes on, and once more at the end for uses before the
//! definition's rewrite (carried values).

use cranelift_entity::SecondaryMap;
use lang::base::Span;
use smallvec::SmallVec;

use crate::attrs::DenseConstant;
use crate::entities::{Block, Inst, Type, Value};
use crate::module::{Function, ValueMap};
use crate::ops::InstData;
use crate::results::result_types;
use crate::types::TypeStore;

/// What becomes of an instruction.
pub(super) enum Rewrite {
    Keep,
    /// The same results, computed otherwise.
    With(InstData),
    /// Its only result is that value.
    Value(Value),
    /// Its only result is a constant.
    Constant(DenseConstant),
    /// Its results are those values, and it goes away.
    Values(SmallVec<[Value; 3]>),
}

/// The state of the walk that a rewrite sees.
pub(super) struct Rewriter<'a> {
    pub function: &'a mut Function,
    pub types: &'a mut TypeStore,
    /// How often each value was used when the walk began; only ever too high afterwards.
    pub uses: SecondaryMap<Value, u32>,
    map: ValueMap,
    out: Vec<Inst>,
    span: Span,
}

impl Rewriter<'_> {
    /// Makes an instruction before the current one and returns its first result.
    ///
    /// The result types must follow from the operands; see [`emit_typed`](Self::emit_typed).
    pub fn emit(&mut self, data: InstData) -> Option<Value> {
        let types = result_types(&data, self.function, self.types)?;
        let inst = self.function.make_inst(data, &types, self.span);
        self.out.push(inst);
        self.function.results(inst).first().copied()
    }

    /// Makes an instruction with one result of type `ty` before the current one.
    pub fn emit_typed(&mut self, data: InstData, ty: Type) -> Value {
        let inst = self.function.make_inst(data, &[ty], self.span);
        self.out.push(inst);
        self.function.results(inst)[0]
    }

    pub fn constant(&mut self, value: DenseConstant, ty: Type) -> Value {
        self.emit_typed(InstData::Constant { value }, ty)
    }

    pub fn data(&self, value: Value) -> Option<&InstData> {
        self.function.def_data(value)
    }

    pub fn value_type(&self, value: Value) -> Type {
        self.function.value_type(value)
    }
}

/// Applies `rule` to every instruction; says whether anything changed.
pub(super) fn rewrite_all(
    function: &mut Function,
    types: &mut TypeStore,
    rule: fn(&mut Rewriter<'_>, Inst) -> Rewrite,
) -> bool {
    let uses = function.count_uses();
    rewrite_with_uses(function, types, uses, rule)
}

/// The same, where `uses` is how often each value is used as far as that matters.
pub(super) fn rewrite_with_uses(
    function: &mut Function,
    types: &mut TypeStore,
    uses: SecondaryMap<Value, u32>,
    rule: fn(&mut Rewriter<'_>, Inst) -> Rewrite,
) -> bool {
    let entry_block = function.entry_block;
    let mut rewriter =
        Rewriter { function, types, uses, map: ValueMap::new(), out: Vec::new(), span: Span::NONE };
    let changed = rewrite_block(&mut rewriter, entry_block, rule);
    let Rewriter { function, map, .. } = rewriter;
    function.replace_values(&map);
    changed
}

fn rewrite_block(
    rewriter: &mut Rewriter<'_>,
    block: Block,
    rule: fn(&mut Rewriter<'_>, Inst) -> Rewrite,
) -> bool {
    let mut changed = false;
    let around = std::mem::take(&mut rewriter.out);
    for inst in rewriter.function.take_insts(block) {
        let map = &rewriter.map;
        let data = rewriter.function.data_mut(inst);
        data.for_each_operand_mut(|value| *value = map.get(*value));
        rewriter.span = rewriter.function.span(inst);
        let mut removed = false;
        // A rewritten instruction may be rewritten again; a few times, as a guard against rules
        // that undo each other.
        for _ in 0..4 {
            match rule(rewriter, inst) {
                Rewrite::Keep => break,
                Rewrite::With(data) => *rewriter.function.data_mut(inst) = data,
                Rewrite::Value(new) => {
                    replace_results(rewriter, inst, &[new]);
                    removed = true;
                }
                Rewrite::Constant(value) => {
                    *rewriter.function.data_mut(inst) = InstData::Constant { value };
                }
                Rewrite::Values(new) => {
                    replace_results(rewriter, inst, &new);
                    removed = true;
                }
            }
            changed = true;
            if removed {
                break;
            }
        }
        if removed {
            rewriter.function.detach(inst);
            continue;
        }
        for region in rewriter.function.data(inst).blocks() {
            changed |= rewrite_block(rewriter, region, rule);
        }
        rewriter.out.push(inst);
    }
    let out = std::mem::replace(&mut rewriter.out, around);
    rewriter.function.set_insts(block, out);
    changed
}

fn replace_results(rewriter: &mut Rewriter<'_>, inst: Inst, new: &[Value]) {
    for (&old, &new) in rewriter.function.results(inst).iter().zip(new) {
        rewriter.uses[new] += rewriter.uses[old];
        rewriter.map.replace(old, new);
    }
}
