//! `docs/ir.md`: the op table as a document.
//!
//! In: the op table, the enumerations of attributes, the classes of the verifier and the examples.
//! Out: one Markdown text. Nothing here lists ops, so a new row documents itself.

mod example;

use std::fmt::Write;

pub use example::{EXAMPLES, Example, examples};

use crate::attrs::{
    AttrKind, AttrValue, CmpOrdering, CmpPredicate, Event, HintKey, MemoryOrdering, MemoryScope,
    Overflow, PaddingValue, RmwMode, Rounding, Signedness,
};
use crate::ops::{Arity, AttrInfo, EXTENSION, Effect, OpInfo, Opcode, ResultRule};
use crate::types::Scalar;
use crate::verify::class_text;

/// The text of `docs/ir.md`.
pub fn text() -> String {
    let mut out = String::from(HEAD);
    types(&mut out);
    attributes(&mut out);
    effects(&mut out);
    let examples = examples(EXAMPLES);
    let example = |name: &str| examples.iter().find(|example| example.name == name);
    out.push_str("\n## Modules, entries, globals\n");
    for (name, meaning) in ITEMS {
        let _ = writeln!(out, "\n### {name}\n\n{meaning}");
        put_example(example(name), &mut out);
    }
    let mut ops: Vec<&OpInfo> = Opcode::ALL.iter().map(|op| op.info()).collect();
    ops.sort_by_key(|op| op.mnemonic);
    out.push_str("\n## Ops\n\n");
    // The anchor of a heading has no `$`.
    let link = |name: &str| format!("[{name}](#{})", name.replace('$', ""));
    let links: Vec<String> = ops.iter().map(|op| link(op.mnemonic)).collect();
    let _ = writeln!(out, "{}", links.join(" "));
    for op in ops {
        section(op, example(op.mnemonic), &mut out);
    }
    out
}

const HEAD: &str = "\
# Tile IR op reference

Generated from the op table in `ir/src/ops.rs`; a test of the crate compares the two
(`BLESS=1 cargo test --locked -p tilec-ir --test reference` writes this file).
The meaning of the IR as a whole is in the header of `ir/src/lib.rs`.

The syntax lines show what stands between the name of the op and its end: `$name` is an operand,
attribute or region, `type($name)` its type, and a part in braces is left out when the first name
in it is absent or has its default. Constraints beyond the types of operands are in the text of an op; the
verifier refuses everything else.
";

fn types(out: &mut String) {
    out.push_str("\n## Types\n\n| type | what it is |\n| --- | --- |\n");
    for (ty, meaning) in TYPES {
        let _ = writeln!(out, "| `{ty}` | {meaning} |");
    }
    out.push_str("\nThe numbers:\n\n| format | bits | what it is |\n| --- | --- | --- |\n");
    for scalar in Scalar::ALL {
        let meaning = match (scalar.is_int(), scalar.is_arith_float()) {
            (true, _) if *scalar == Scalar::I1 => "truth value",
            (true, _) if *scalar == Scalar::I4 => "integer, for `pack` and `unpack`",
            (true, _) => "integer",
            (_, true) => "float with arithmetic",
            _ => "float for conversions and matrix products",
        };
        let _ = writeln!(out, "| `{scalar}` | {} | {meaning} |", scalar.bits());
    }
}

const TYPES: &[(&str, &str)] = &[
    (
        "tile<4x8xf32>, tile<i32>",
        "a tile of numbers; dimensions are powers of two, at most 2^24 elements",
    ),
    ("tile<4xptr<f32>>", "a tile of pointers to numbers in global memory"),
    ("token", "an ordering between memory operations"),
    (
        "tensor_view<?x128xf32, strides=[?,1]>",
        "a strided tensor in memory; `?` is known at run time",
    ),
    (
        "partition_view<tile=(16x32), padding_value = nan, tensor_view<..>, dim_map=[1, 0]>",
        "its disjoint tiles; tile dimension `i` runs along tensor dimension `dim_map[i]`",
    ),
    (
        "strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<..>>",
        "tiles that begin every so many elements",
    ),
    (
        "gather_scatter_view<tile=(8x16), tensor_view<..>, sparse_dim=0>",
        "tiles whose places along one dimension are picked one by one",
    ),
];

fn attributes(out: &mut String) {
    out.push_str(
        "\n## Attributes\n\n| kind | values, in the order of their numbers in bytecode |\n",
    );
    out.push_str("| --- | --- |\n");
    macro_rules! values {
        ($($kind:ident),*) => {
            $(
                let texts: Vec<String> =
                    $kind::ALL.iter().map(|value| format!("`{}`", value.text())).collect();
                let _ = writeln!(out, "| {} | {} |", stringify!($kind), texts.join(" "));
            )*
        };
    }
    values!(
        Signedness,
        Overflow,
        Rounding,
        CmpPredicate,
        CmpOrdering,
        MemoryOrdering,
        MemoryScope,
        RmwMode,
        Event,
        PaddingValue,
        HintKey
    );
}

fn effects(out: &mut String) {
    out.push_str("\n## Effects\n\n| effect | meaning |\n| --- | --- |\n");
    for (effect, meaning) in EFFECTS {
        let _ = writeln!(out, "| {} | {meaning} |", effect_name(*effect));
    }
}

const ITEMS: &[(&str, &str)] = &[
    (
        "module",
        "Globals and entries, in any order; their names are unique. A `producer` may name the tool that made it.",
    ),
    (
        "entry",
        "A kernel: parameters of rank 0, no results, one block. Hints are by target and change no meaning.",
    ),
    (
        "global",
        "A buffer that lives as long as the module, of rank 1, with its initial value. Its alignment is a\n\
         power of two, or 0 for that of its elements.",
    ),
];

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

fn put_example(example: Option<&Example<'_>>, out: &mut String) {
    let Some(example) = example else { return };
    let given: Vec<String> =
        example.given.iter().map(|(name, ty)| format!("// %{name}: {ty}\n")).collect();
    let _ = writeln!(out, "\n```mlir\n{}{}\n```", given.concat(), example.text);
}

fn section(op: &OpInfo, example: Option<&Example<'_>>, out: &mut String) {
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
        let _ = writeln!(out, "- attribute `{}`: {}", attr.name, attribute(op, attr));
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
            let of = if op.is_preview() { "a preview of" } else { "since" };
            writeln!(out, "- effect {effect}; bytecode {:#04X}, {of} 13.{since}", op.bytecode)
        }
    };
    put_example(example, out);
}

/// What an attribute is, its default, and the version that added it if that is not the op's.
fn attribute(op: &OpInfo, attr: &AttrInfo) -> String {
    let mut text = match attr.kind {
        AttrKind::Flag => "a flag".to_owned(),
        AttrKind::Int | AttrKind::Dim => "a number".to_owned(),
        AttrKind::Text => "a text".to_owned(),
        AttrKind::Global => "the name of a global".to_owned(),
        AttrKind::Constant => "a number for all elements, or one for each".to_owned(),
        AttrKind::Permutation => "a list of dimensions".to_owned(),
        AttrKind::Identities => "a number for each operand".to_owned(),
        AttrKind::Assumption => "`div_by<..>`, `same_elements<..>` or `bounded<..>`".to_owned(),
        AttrKind::OptScope => "MemoryScope, absent if weak".to_owned(),
        AttrKind::Hints => "HintKey by target, optional".to_owned(),
        AttrKind::ConstArgs => "types, numbers and texts, optional".to_owned(),
        AttrKind::Inbounds => "`true` or `false` for each index, optional".to_owned(),
        AttrKind::Signedness
        | AttrKind::Overflow
        | AttrKind::Rounding
        | AttrKind::Predicate
        | AttrKind::CmpOrdering
        | AttrKind::MemoryOrdering
        | AttrKind::Scope
        | AttrKind::RmwMode
        | AttrKind::Reduction
        | AttrKind::Event => attr.ty.to_owned(),
    };
    let default = match op.opcode.default_attr(attr.kind) {
        Some(AttrValue::Rounding(rounding)) => Some(rounding.text()),
        Some(AttrValue::Overflow(overflow)) => Some(overflow.text()),
        Some(AttrValue::Reduction(reduction)) => Some(reduction.text()),
        _ => None,
    };
    if let Some(default) = default {
        let _ = write!(text, ", `{default}` if not said");
    }
    let since = op.field_since(attr.name);
    if since == EXTENSION {
        text.push_str("; an extension of tilec");
    } else if since != op.since() {
        let _ = write!(text, "; since 13.{since}");
    }
    text
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
        ResultRule::Concatenated => "the operands' types concatenated along `dim`".to_owned(),
        ResultRule::Reduced => "the type of each operand without dimension `dim`".to_owned(),
    };
    Some(format!("results {names}: {rule}"))
}
