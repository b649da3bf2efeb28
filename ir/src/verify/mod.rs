//! Checks that a module is well formed.
//!
//! These are verified:
//!
//! * `types`: every type of a value is one that values may have; operands have the class that the
//!   op table says; results have the type that follows, or one that the op allows; attributes
//!   are allowed, alone and with the operands (`rules`);
//! * `ssa`: every block ends in a terminator that belongs there and has none before; every use is
//!   dominated by its definition; what regions get and yield matches their op; bodies of
//!   reductions only compute;
//! * `records`: parameters that come out of bytes lie in them;
//! * `tokens`: orderings and scopes of memory operations;
//! * here: symbols are unique and globals well formed.
//!
//! A verified module never makes the printer, a pass, the interpreter or a back end panic. A
//! violation is a bug of the producer of the module:
//! of the lowering or a pass when it comes from
//! source, of the author when it was read from text or bytecode.

mod records;
mod rules;
mod ssa;
mod tokens;
mod types;

pub use types::class_text;

use lang::base::{Code, Diagnostic, Diagnostics, Span};

use crate::codes;
use crate::entities::Inst;
use crate::module::{Function, Module, Relocation};
use crate::print;
use crate::types::{Scalar, TypeStore};

/// Everything that is wrong with `module`.
pub fn module(module: &Module) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    symbols(module, &mut diagnostics);
    for function in module.entries.values() {
        diagnostics.extend(function_in(module, function));
    }
    diagnostics
}

/// Everything that is wrong with one entry of `module`.
pub fn function_in(module: &Module, function: &Function) -> Diagnostics {
    let mut checker =
        Checker { module, function, types: module.types.clone(), diagnostics: Diagnostics::new() };
    ssa::check(&mut checker);
    // Ill-structured code may use values that do not exist; types are checked on sound code only.
    if checker.diagnostics.is_empty() {
        records::check(&mut checker);
        types::check(&mut checker);
        tokens::check(&mut checker);
    }
    checker.diagnostics
}

/// What a check needs, and where it reports.
struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    /// A copy, because asking for a result type may make a new one.
    types: TypeStore,
    diagnostics: Diagnostics,
}

impl Checker<'_> {
    /// Reports that `inst` breaks a rule.
    fn report(&mut self, code: Code, inst: Inst, rule: impl AsRef<str>) {
        let data = self.function.data(inst);
        let message = format!("`{}`: {}", data.opcode().mnemonic(), rule.as_ref());
        self.diagnostics.push(
            Diagnostic::new(code, self.function.span(inst), message)
                .note(format!("in `{}`", print::inst(self.module, self.function, inst))),
        );
    }

    fn report_function(&mut self, code: Code, rule: impl AsRef<str>) {
        let message = format!("entry `{}`: {}", self.function.name, rule.as_ref());
        self.diagnostics.push(Diagnostic::new(code, self.function.span, message));
    }
}

fn symbols(module: &Module, diagnostics: &mut Diagnostics) {
    let mut names: Vec<(&str, Span)> = Vec::new();
    for global in module.globals.values() {
        names.push((&global.name, global.span));
        let mut bad = |code, rule: &str| {
            let message = format!("global `{}`: {rule}", global.name);
            diagnostics.push(Diagnostic::new(code, global.span, message));
        };
        let Some(tile) = module.types.as_tile(global.ty).filter(|tile| tile.rank() == 1) else {
            bad(codes::BAD_TYPE, "the type must be a tile of rank 1");
            continue;
        };
        if tile.elem.scalar() != Some(global.value.elem()) {
            bad(codes::BAD_TYPE, "the elements of value and type differ");
        } else if global.value.elem() == Scalar::I4 {
            bad(codes::BAD_TYPE, "i4 cannot be stored in memory");
        } else if !global.value.is_splat() && global.value.len() as u64 != tile.num_elems() {
            bad(codes::BAD_TYPE, "the value has another number of elements than the type");
        }
        if global.alignment != 0 && !global.alignment.is_power_of_two() {
            bad(codes::BAD_ATTRIBUTE, "the alignment must be a power of two");
        }
    }
    for relocation in &module.relocations {
        check_relocation(module, relocation, diagnostics);
    }
    names.extend(module.entries.values().map(|entry| (entry.name.as_str(), entry.span)));
    names.sort_by_key(|&(name, _)| name);
    for pair in names.windows(2) {
        if pair[0].0 == pair[1].0 {
            let message = format!("symbol `{}` is defined twice", pair[1].0);
            diagnostics.push(
                Diagnostic::new(codes::BAD_SYMBOL, pair[1].1, message)
                    .secondary(pair[0].1, "first defined here"),
            );
        }
    }
}

fn check_relocation(module: &Module, relocation: &Relocation, diagnostics: &mut Diagnostics) {
    let Relocation { global, offset, target, .. } = *relocation;
    let Some(data) = module.globals.get(global) else { return };
    let size = module.types.num_elems(data.ty) * u64::from(data.value.elem().bytes());
    let is_inside = offset.checked_add(8).is_some_and(|end| end <= size);
    if !is_inside || !offset.is_multiple_of(8) || module.globals.get(target).is_none() {
        let name = &data.name;
        let message = format!("global `{name}`: the address at byte {offset} does not fit");
        diagnostics.push(Diagnostic::new(codes::BAD_ATTRIBUTE, data.span, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attrs::{Hints, MemoryOrdering, Overflow, Rounding};
    use crate::builder::Builder;
    use crate::entities::Value;
    use crate::module::Param;
    use crate::ops::InstData;

    /// The codes found in an entry with parameters `%p: ptr<f32>, %n: i32`.
    fn codes_of(build: impl FnOnce(&mut Builder<'_>, Value, Value)) -> Vec<&'static str> {
        let mut m = Module::new("m");
        let mut function = Function::new("k", Span::NONE);
        let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
        let ptr = m.types.ptr(Scalar::F32);
        let p = function.add_param(param("p"), ptr);
        let n = function.add_param(param("n"), m.types.scalar(Scalar::I32));
        let block = function.entry_block;
        build(&mut Builder::new(&mut function, &mut m.types, block, Span::NONE), p, n);
        m.entries.push(function);
        module(&m).iter().map(|diagnostic| diagnostic.code.id).collect()
    }

    #[test]
    fn a_sound_kernel_has_no_findings() {
        let found = codes_of(|b, p, n| {
            let zero = b.const_i32(0);
            let one = b.const_i32(1);
            let token = b.make_token();
            let parts = b.open_for(zero, n, one, false, &[token]);
            b.switch_to(parts.body);
            let q = b.offset(p, parts.induction);
            let (x, t) = b.load_ptr_tko(
                q,
                None,
                None,
                Some(parts.carried[0]),
                MemoryOrdering::Weak,
                None,
                Hints::new(),
            );
            let y = b.addf(x, x, Rounding::NearestEven, false);
            let t = b.store_ptr_tko(q, y, None, Some(t), MemoryOrdering::Weak, None, Hints::new());
            b.continue_([t]);
            b.switch_to(b.function.entry_block);
            b.return_([]);
        });
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn a_block_must_end_in_a_terminator() {
        assert_eq!(codes_of(|_, _, _| {}), ["E0606"]);
        assert_eq!(
            codes_of(|b, _, n| {
                let _ = b.addi(n, n, Overflow::None);
            }),
            ["E0606"]
        );
        let twice = codes_of(|b, _, _| {
            b.return_([]);
            b.return_([]);
        });
        assert_eq!(twice, ["E0606"]);
    }

    #[test]
    fn operand_classes_are_checked() {
        let found = codes_of(|b, p, n| {
            b.addi(n, p, Overflow::None);
            b.return_([]);
        });
        assert_eq!(found, ["E0602"]);
        let found = codes_of(|b, _, n| {
            b.addf(n, n, Rounding::NearestEven, false);
            b.return_([]);
        });
        assert_eq!(found, ["E0602"]);
    }

    #[test]
    fn a_use_must_be_dominated() {
        let found = codes_of(|b, _, n| {
            let cond = b.const_i1(true);
            let parts = b.open_if(cond, &[]);
            b.switch_to(parts.then_block);
            let inner = b.addi(n, n, Overflow::None);
            b.yield_([]);
            b.switch_to(parts.else_block);
            b.yield_([]);
            b.switch_to(b.function.entry_block);
            b.addi(inner, n, Overflow::None);
            b.return_([]);
        });
        assert_eq!(found, ["E0605"]);
    }

    #[test]
    fn regions_must_fit_their_op() {
        let found = codes_of(|b, p, n| {
            let cond = b.const_i1(true);
            let i32_ty = b.types.scalar(Scalar::I32);
            let parts = b.open_if(cond, &[i32_ty]);
            b.switch_to(parts.then_block);
            b.yield_([p]);
            b.switch_to(parts.else_block);
            b.yield_([n]);
            b.switch_to(b.function.entry_block);
            b.break_([]);
        });
        assert_eq!(found, ["E0607", "E0606"]);
    }

    #[test]
    fn orderings_need_their_scope() {
        let found = codes_of(|b, p, _| {
            let order = MemoryOrdering::Acquire;
            b.load_ptr_tko(p, None, None, None, order, None, Hints::new());
            b.return_([]);
        });
        assert_eq!(found, ["E0608"]);
    }

    #[test]
    fn bad_types_and_attributes_are_found() {
        let found = codes_of(|b, _, n| {
            let three = b.types.tile(&[3], Scalar::I32);
            b.iota(three);
            b.negi(n, Overflow::NoUnsignedWrap);
            let wrong = b.types.scalar(Scalar::I8);
            let data = InstData::NegI { source: n, overflow: Overflow::None };
            b.insert(data, &[wrong]);
            b.return_([]);
        });
        assert_eq!(found, ["E0601", "E0604", "E0603"]);
    }
}
