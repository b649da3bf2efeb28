//! The verifier accepts each op as it should be and refuses each way in which it should not.
//!
//! The kernels of `bytecode/*.tir` have every op of the published dialect. From the op table
//! follow the ways to break one: an operand of another type, another result type. Rules that a row
//! cannot express are in `verifier/rules.txt`,
//! one broken module a rule, in `verifier/constraints.txt`, each
//! published constraint of each op with a change that satisfies it, and in `verifier/built.rs`,
//! what no text can say.

#[path = "verifier/built.rs"]
mod built;

use std::collections::BTreeSet;

use lang::base::Pos;
use tilec_ir as ir;

use ir::reference::{Example, examples};
use ir::{Arity, Class, Entry, Inst, Module, Opcode, ResultRule, Type, parse, verify};

const CONSTRAINTS: &str = include_str!("verifier/constraints.txt");

const EXAMPLES: [&str; 5] = [
    include_str!("bytecode/dialect_13_1.tir"),
    include_str!("bytecode/dialect_13_3.tir"),
    include_str!("bytecode/dialect_13_4.tir"),
    include_str!("bytecode/dialect_13_5.tir"),
    include_str!("verifier/extensions.tir"),
];

fn modules() -> impl Iterator<Item = Module> {
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
    for module in modules() {
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
    for module in modules() {
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
    for module in modules() {
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

/// Each module of `built.rs` is refused for its rule.
#[test]
fn each_rule_that_no_text_can_break_is_checked() {
    let entries =
        built::BUILT.iter().map(|&(code, rule, break_it)| (code, rule, built::module(break_it)));
    let modules = built::MODULES.iter().map(|&(code, rule, break_it)| {
        let mut module = built::module(|_, _, _| {});
        assert!(verify::module(&module).is_empty());
        break_it(&mut module);
        (code, rule, module)
    });
    for (code, rule, module) in entries.chain(modules) {
        let found = verify::module(&module);
        let found: Vec<_> = found.iter().map(|it| (it.code.id, it.message.as_str())).collect();
        let is_right = |(id, text): &(&str, &str)| *id == code && text.contains(rule);
        // What follows from it may be reported too.
        assert!(found.first().is_some_and(is_right), "{code} {rule}: found {found:?}");
    }
}

/// Every text of a rule in the sources of the verifier has a case.
#[test]
fn each_special_rule_has_a_case() {
    let sources = [
        include_str!("../src/verify/rules.rs"),
        include_str!("../src/verify/tokens.rs"),
        include_str!("../src/verify/types.rs"),
        include_str!("../src/verify/ssa.rs"),
        include_str!("../src/verify/records.rs"),
        include_str!("../src/verify/mod.rs"),
    ];
    let cases = [include_str!("verifier/rules.txt"), CONSTRAINTS];
    let tested = |known: &str| {
        cases.iter().any(|text| text.contains(known))
            || built::BUILT.iter().any(|(_, rule, _)| rule.contains(known))
            || built::MODULES.iter().any(|(_, rule, _)| rule.contains(known))
    };
    let mut missing = Vec::new();
    for source in sources {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        // What a class of operands is called stands in the messages about operands.
        let is_rule = |line: &&str| {
            !["//", "Class::", ".secondary("].iter().any(|start| line.starts_with(start))
        };
        for line in code.lines().map(str::trim_start).filter(is_rule) {
            for text in line.split('"').skip(1).step_by(2) {
                let mut parts = text.split('{').map(|part| {
                    let end = part.find('}').map_or(0, |end| end + 1);
                    let part = part[end..].split(", not").next().unwrap_or_default();
                    part.trim_matches(['`', ' ', ':'])
                });
                let known = parts.find(|part| part.split(' ').count() >= 3);
                if !known.is_none_or(tested) {
                    missing.push(text);
                }
            }
        }
    }
    assert_eq!(missing, [""; 0], "rules that no case breaks");
}

/// What `«A|B»` says, broken or corrected.
fn choose(text: &str, corrected: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('«') {
        let (choice, after) = after.split_once('»').expect("a choice ends");
        let (broken, right) = choice.split_once('|').expect("a choice has two sides");
        out.push_str(before);
        out.push_str(if corrected { right } else { broken });
        rest = after;
    }
    out + rest
}

/// The code and message of everything that the reader or the verifier says of a text.
fn findings(source: &str) -> Vec<(&'static str, String)> {
    let (module, diagnostics) = parse::module(source, Pos(1));
    let found = match &module {
        Some(module) => verify::module(module),
        None => diagnostics,
    };
    found.iter().map(|it| (it.code.id, it.message.clone())).collect()
}

/// What `constraints.txt` says of a clause: the op (or `entry`, `global`, `module`), the clause, how.
fn clauses() -> Vec<(&'static str, &'static str, &'static str, Example<'static>)> {
    let clause = |example: Example<'static>| {
        let (op, rest) = example.name.split_once(": ").expect("an op and a clause");
        let (clause, how) = rest.split_once(" => ").expect("a clause and how it is shown");
        (op, clause, how, example)
    };
    examples(CONSTRAINTS).into_iter().map(clause).collect()
}

#[test]
fn each_constraint_is_checked_for_each_op() {
    let mut failures = Vec::new();
    let mut ops = BTreeSet::new();
    for (op, clause, how, example) in clauses() {
        let op = Opcode::from_mnemonic(op);
        ops.extend(op);
        let row = |has: &dyn Fn(Opcode) -> bool| assert!(op.is_some_and(has), "{}", example.name);
        match how.split_once(' ').unwrap_or((how, "")) {
            ("shown", "") => {
                let found = findings(&example.module());
                if !found.is_empty() {
                    failures.push(format!("{}\n  found {found:?}", example.name));
                }
            }
            // `an_operand_of_another_type_is_refused` and `another_result_type_is_refused` do it.
            ("operands", "") => row(&|op| {
                op.info().operands.iter().any(|operand| matches!(operand.class, Class::SameAs(_)))
            }),
            ("results", "") => row(&|op| matches!(op.info().result_rule, ResultRule::SameAs(_))),
            ("built", rule) => {
                let is_built = built::BUILT.iter().any(|(_, text, _)| *text == rule);
                assert!(is_built, "{op:?} {clause}: nothing built for \"{rule}\"");
            }
            ("meaning", why) => assert!(!why.is_empty(), "{}", example.name),
            (code, message) => {
                let of = |corrected| {
                    let given = example.given.iter();
                    let given: Vec<(&str, String)> =
                        given.map(|(name, ty)| (*name, choose(ty, corrected))).collect();
                    let given = given.iter().map(|(name, ty)| (*name, ty.as_str())).collect();
                    let text = choose(example.text, corrected);
                    findings(&Example { name: example.name, given, text: &text }.module())
                };
                let (broken, corrected) = (of(false), of(true));
                // What follows from it may be reported too: the corrected one shows that it is
                // the cause.
                let is_right = broken.first().is_some_and(|(id, text)| {
                    *id == code && text.contains(message) && example.module().contains('«')
                });
                if !is_right || !corrected.is_empty() {
                    let text = example.text;
                    let name = example.name;
                    failures
                        .push(format!("{name}\n{text}\n  {broken:?}\n  corrected {corrected:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n\n"), failures.len());
    // These have no operands and one form.
    let free = [Opcode::GetNumTileBlocks, Opcode::GetTileBlockId, Opcode::MakeToken];
    let missing: Vec<&str> = Opcode::published()
        .filter(|op| !ops.contains(op) && !free.contains(op))
        .map(Opcode::mnemonic)
        .collect();
    assert_eq!(missing, [""; 0], "ops without a constraint");
}

/// The published list, where it is: the projects that tilec is a part of keep it beside them.
#[test]
#[expect(clippy::disallowed_methods, reason = "the list is not part of the sources")]
fn each_published_constraint_is_listed() {
    let above = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let Some(list) = above
        .map(|folder| folder.join("shared/spec/tileir-ops.tsv"))
        .find_map(|path| std::fs::read_to_string(path).ok())
    else {
        return;
    };
    let listed: BTreeSet<_> = clauses().into_iter().map(|(op, clause, ..)| (op, clause)).collect();
    let mut n_clauses = 0;
    for line in list.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, op, .., status] = columns[..] else { panic!("{line}") };
        if status.starts_with("NOT IN THE DIALECT") {
            continue;
        }
        // The dialect renamed these.
        let op = match op {
            "mulhi" => "mulhii",
            "negsi" => "negi",
            "powf" => "pow",
            "print" => "print_tko",
            op => op,
        };
        for clause in columns[6].split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
            n_clauses += 1;
            assert!(listed.contains(&(op, clause)), "{op}: {clause}");
        }
    }
    assert!(n_clauses > 100, "only {n_clauses} clauses");
}
