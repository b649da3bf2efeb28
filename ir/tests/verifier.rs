//! The verifier accepts each op as it should be and refuses each way in which it should not.
//!
//! The kernels of `bytecode/*.tir` have every op of the published dialect. From the op table
//! follow the ways to break one: an operand of another type, another result type. What a row
//! cannot say is in `verifier/rules.txt`, one broken module a rule.

use std::collections::BTreeSet;

use lang::base::Pos;
use tilec_ir as ir;

use ir::{Arity, Class, Entry, Inst, Module, Opcode, ResultRule, Type, parse, verify};

const EXAMPLES: [&str; 3] = [
    include_str!("bytecode/dialect_13_1.tir"),
    include_str!("bytecode/dialect_13_3.tir"),
    include_str!("verifier/extensions.tir"),
];

fn examples() -> impl Iterator<Item = Module> {
    EXAMPLES.into_iter().map(|text| {
        let (module, diagnostics) = parse::module(text, Pos(1));
        let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let found = verify::module(&module);
        assert!(found.is_empty(), "{found:#?}");
        module
    })
}

/// The codes that the verifier gives `module`.
fn codes(module: &Module) -> Vec<&'static str> {
    verify::module(module).iter().map(|found| found.code.id).collect()
}

/// Each instruction of each example.
fn instructions(module: &Module) -> Vec<(Entry, Inst)> {
    let of = |(entry, function): (Entry, &ir::Function)| {
        function.insts_in_order().into_iter().map(move |inst| (entry, inst)).collect::<Vec<_>>()
    };
    module.entries.iter().flat_map(of).collect()
}

/// A type that no operand of the class has.
fn foreign(class: Class, module: &mut Module) -> Option<Type> {
    let types = &mut module.types;
    match class {
        // Constrained by a rule of the op, if at all.
        Class::Any => None,
        Class::Token => Some(types.scalar(ir::Scalar::I32)),
        Class::Carried => Some(types.tensor_view(ir::Scalar::I32, &[Some(4)], &[Some(1)])),
        Class::Tile
        | Class::Number
        | Class::Int
        | Class::AnyInt
        | Class::Float
        | Class::AnyFloat
        | Class::Bool
        | Class::I64
        | Class::Bytes
        | Class::Ptr
        | Class::Matrix
        | Class::IntScalar
        | Class::I32Scalar
        | Class::BoolScalar
        | Class::PtrScalar
        | Class::TensorView
        | Class::TiledView
        | Class::ViewIndex => Some(types.token()),
        // The other operand keeps its type, which no example's operand has.
        Class::SameAs(_)
        | Class::BoolLike(_)
        | Class::IntLike(_)
        | Class::PointeeOf(_)
        | Class::TileOf(_) => Some(types.tile(&[2, 2, 2, 2], ir::Scalar::F8E5M2)),
    }
}

#[test]
fn an_operand_of_another_type_is_refused() {
    let mut seen = BTreeSet::new();
    for module in examples() {
        for (entry, inst) in instructions(&module) {
            let info = module.entries[entry].data(inst).info();
            let groups = module.entries[entry].data(inst).operand_groups();
            let mut position = 0;
            for (operand, group) in info.operands.iter().zip(&groups) {
                for _ in group {
                    let mut broken = module.clone();
                    let ty = foreign(operand.class, &mut broken);
                    position += 1;
                    let Some(ty) = ty else { continue };
                    let function = &mut broken.entries[entry];
                    let value = {
                        // A parameter of that type, which the entry did not have.
                        let block = function.entry_block;
                        function.append_block_param(block, ty)
                    };
                    let mut at = 0;
                    function.data_mut(inst).for_each_operand_mut(|operand| {
                        at += 1;
                        if at == position {
                            *operand = value;
                        }
                    });
                    let found = codes(&broken);
                    let what = format!("{} with another {}", info.mnemonic, operand.name);
                    assert!(!found.is_empty(), "{what} is accepted");
                    seen.insert((info.opcode, operand.name));
                }
            }
        }
    }
    for info in Opcode::ALL.iter().map(|op| op.info()) {
        for operand in info.operands.iter().filter(|operand| operand.class != Class::Any) {
            assert!(
                seen.contains(&(info.opcode, operand.name)),
                "{} {}",
                info.mnemonic,
                operand.name
            );
        }
    }
}

#[test]
fn another_result_type_is_refused() {
    let mut seen = BTreeSet::new();
    for module in examples() {
        for (entry, inst) in instructions(&module) {
            let info = module.entries[entry].data(inst).info();
            for index in 0..module.entries[entry].results(inst).len() {
                let mut broken = module.clone();
                let elem = ir::Elem::Ptr(ir::Scalar::F8E5M2);
                let odd = broken.types.tile(&[2, 2, 2, 2], elem);
                let function = &mut broken.entries[entry];
                let result = function.results(inst)[index];
                function.set_value_type(result, odd);
                assert!(!codes(&broken).is_empty(), "{} may give {index}", info.mnemonic);
                seen.insert(info.opcode);
            }
        }
    }
    let missing: Vec<&str> = Opcode::ALL
        .iter()
        .filter(|op| op.info().result_rule != ResultRule::None && !seen.contains(op))
        .map(|op| op.mnemonic())
        .collect();
    assert_eq!(missing, [""; 0], "ops without a negative test");
}

#[test]
fn a_missing_operand_is_refused() {
    for module in examples() {
        for (entry, inst) in instructions(&module) {
            let info = module.entries[entry].data(inst).info();
            // Values that nothing defines before them.
            if info.operands.iter().all(|operand| operand.arity != Arity::One) {
                continue;
            }
            let mut broken = module.clone();
            let function = &mut broken.entries[entry];
            let block = function.make_block();
            let ty = function.value_type(function.data(inst).operands()[0]);
            let stray = function.append_block_param(block, ty);
            let mut first = true;
            function.data_mut(inst).for_each_operand_mut(|operand| {
                if std::mem::take(&mut first) {
                    *operand = stray;
                }
            });
            assert!(!codes(&broken).is_empty(), "{} of a stray value", info.mnemonic);
        }
    }
}

/// The modules of `rules.txt`: a line `--- CODE: part of the message`, then entries.
#[test]
fn each_special_rule_is_checked() {
    let text = include_str!("verifier/rules.txt");
    let mut failures = Vec::new();
    for case in text.split("\n--- ").skip(1) {
        let (head, body) = case.split_once('\n').expect("a head and a body");
        let (code, message) = head.split_once(": ").expect("a code and a message");
        let source = format!("cuda_tile.module @m {{\n{body}\n}}");
        let (module, diagnostics) = parse::module(&source, Pos(1));
        let found = match &module {
            Some(module) => verify::module(module),
            None => diagnostics,
        };
        let found: Vec<_> = found.iter().map(|it| (it.code.id, it.message.as_str())).collect();
        let is_right = |(id, text): &(&str, &str)| *id == code && text.contains(message);
        if found.len() != 1 || !is_right(&found[0]) {
            failures.push(format!("{head}\n  found {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Rules whose text the cases cannot show: no text and no bytecode can say what breaks them, only
/// a module that was built wrong.
const BUILT_WRONG: &[&str] = &[
    "value and type differ",
    "there is no such global",
    "the result must point to the elements of the global",
    "there must be an operand",
    "there must be an operand for each `?` of the type",
    "the result must be a tensor view",
    "the result must be a tile",
    "a tensor view needs a stride per dimension",
    "a view is made of a tensor view",
    "a strided view needs a positive stride per dimension",
    "the indices must be of one integer type",
];

/// Every text of a rule in the sources of the verifier has a case.
#[test]
fn each_special_rule_has_a_case() {
    let sources = [include_str!("../src/verify/rules.rs"), include_str!("../src/verify/tokens.rs")];
    let cases = include_str!("verifier/rules.txt");
    for line in sources.iter().flat_map(|source| source.lines()) {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        for text in code.split('"').skip(1).step_by(2) {
            let known = text.split('{').next().unwrap_or_default().trim_end_matches(['`', ' ']);
            if known.split(' ').count() < 3 || BUILT_WRONG.contains(&text) {
                continue;
            }
            assert!(cases.contains(known), "no case breaks the rule \"{text}\"");
        }
    }
}
