//! `docs/ir.md`: the op table as a document.

use std::fmt::Write;

use crate::ops::{Arity, EXTENSION, Effect, OpInfo, Opcode, ResultRule};
use crate::verify::class_text;

/// The text of `docs/ir.md`.
pub fn text() -> String {
    let mut out = String::from(HEAD);
    for (effect, meaning) in EFFECTS {
        let _ = writeln!(out, "| {} | {meaning} |", effect_name(*effect));
    }
    let mut ops: Vec<&OpInfo> = Opcode::ALL.iter().map(|op| op.info()).collect();
    ops.sort_by_key(|op| op.mnemonic);
    out.push_str("\n## Ops\n\n");
    let links: Vec<String> = ops.iter().map(|op| format!("[{0}](#{0})", op.mnemonic)).collect();
    let _ = writeln!(out, "{}", links.join(" "));
    for op in ops {
        section(op, &mut out);
    }
    out
}

const HEAD: &str = "\
# Tile IR op reference

Generated from the op table in `ir/src/ops.rs`; a test of the crate compares the two
(`BLESS=1 cargo test -p tilec-ir --test reference` writes this file).
What the IR means as a whole is in the header of `ir/src/lib.rs`.

The syntax lines show what stands between the name of the op and its end: `$name` is an operand,
attribute or region, `type($name)` its type, and a part in braces is left out when the first name
in it is absent or has its default.

| effect | meaning |
| --- | --- |
";

const EFFECTS: &[(Effect, &str)] = &[
    (Effect::Pure, "only computes: may be repeated, moved, dropped"),
    (Effect::Partial, "only computes, but is undefined for some operands: never speculated"),
    (Effect::Read, "reads memory"),
    (Effect::Write, "writes memory"),
    (Effect::ReadWrite, "reads and writes memory"),
    (Effect::Alloc, "makes memory: may be dropped, not merged"),
    (Effect::Io, "is seen by the user: never dropped"),
    (Effect::Terminator, "ends a block"),
    (Effect::Structured, "does what its regions do"),
];

fn effect_name(effect: Effect) -> String {
    format!("{effect:?}").to_lowercase()
}

fn section(op: &OpInfo, out: &mut String) {
    let _ = writeln!(out, "\n### {}\n", op.mnemonic);
    for line in op.doc {
        let _ = writeln!(out, "{}", line.trim());
    }
    let _ = writeln!(out, "\n```text\n{} {}\n```\n", op.mnemonic, op.format);
    for operand in op.operands {
        let arity = match operand.arity {
            Arity::One => "",
            Arity::Opt => "optional, ",
            Arity::Many => "any number, each ",
        };
        let _ = writeln!(out, "- operand `{}`: {arity}{}", operand.name, class_text(operand.class));
    }
    for attr in op.attrs {
        let _ = writeln!(out, "- attribute `{}`: `{}`", attr.name, attr.ty);
    }
    for region in op.regions {
        let _ = writeln!(out, "- region `{region}`");
    }
    if let Some(results) = results(op) {
        let _ = writeln!(out, "- {results}");
    }
    let effect = effect_name(op.effect);
    let _ = match op.since() {
        EXTENSION => writeln!(out, "- effect {effect}; an extension of tilec"),
        since => {
            writeln!(out, "- effect {effect}; bytecode {:#04X}, since 13.{since}", op.bytecode)
        }
    };
}

/// The results and where their types come from.
fn results(op: &OpInfo) -> Option<String> {
    let names: Vec<String> = op.result_names().map(|name| format!("`{name}`")).collect();
    let names = names.join(", ");
    let rule = match op.result_rule {
        ResultRule::None => return None,
        ResultRule::Given => "of the type that is written".to_owned(),
        ResultRule::GivenEach => "any number, of the types that are written".to_owned(),
        ResultRule::SameAs(of) => format!("of the type of `{of}`"),
        ResultRule::SameAsWithToken(of) => format!("of the type of `{of}`, and a token"),
        ResultRule::EachSameAs(of) => format!("one of the type of each of `{of}`"),
        ResultRule::BoolLike(of) => format!("i1 in the shape of `{of}`"),
        ResultRule::I64Like(of) => format!("i64 in the shape of `{of}`"),
        ResultRule::Token => "a token".to_owned(),
        ResultRule::Loaded(of) => format!("what `{of}` points to, and a token"),
        ResultRule::LoadedTile(of) => format!("a tile of `{of}`, and a token"),
        ResultRule::I32Triple => "rank-0 i32".to_owned(),
        ResultRule::Permuted => "the type of `source` with its dimensions reordered".to_owned(),
        ResultRule::Concatenated => "the operands' types joined along `dim`".to_owned(),
        ResultRule::Reduced => "the type of each operand without dimension `dim`".to_owned(),
    };
    Some(format!("results {names}: {rule}"))
}
