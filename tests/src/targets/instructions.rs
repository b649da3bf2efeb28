//! Which instructions multiply, for `docs/targets.md`.

use std::fmt::Write;

use ir::Scalar;

use crate::products::{self, BFLOAT, FLOAT, Gemm, HALF};

/// A format of C++ and of the IR.
type Format = (&'static str, Scalar);

/// Formats of operands and accumulators of products that a pipeline can feed.
const FED: [(Format, Format); 8] = [
    (HALF, FLOAT),
    (HALF, HALF),
    (BFLOAT, FLOAT),
    (("__nv_tf32", Scalar::TF32), FLOAT),
    (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT),
    (("__nv_fp8_e5m2", Scalar::F8E5M2), FLOAT),
    (("signed char", Scalar::I8), ("int", Scalar::I32)),
    (("double", Scalar::F64), ("double", Scalar::F64)),
];

/// The table of instructions that compute products of tiles of views.
pub fn table() -> String {
    let mut table =
        "The table has the instruction for the `mma` of a 64x64 tile with 128 bytes along K, whose operands are loads of views. \
         \"K\" means that the pipeline feeds it only if both operands are contiguous along K, \"one K\" only if at least one is; \
         otherwise it compiles to `mma.sync` without a pipeline.\n\n"
            .to_owned();
    let targets = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_103a", "sm_110a", "sm_120a"];
    let _ = writeln!(table, "| operands, accumulator | {} |", targets.join(" | "));
    let _ = writeln!(table, "|{}", " --- |".repeat(targets.len() + 1));
    for (factor, sum) in FED {
        let cells = targets.map(|arch| {
            let used = |orders: (&'static str, &'static str)| {
                let tile = (64, 64, 128 / factor.1.bytes());
                let gemm = Gemm { factor, sum, tile, orders };
                let module = products::module(&gemm.source(), arch);
                match products::try_text(&module, arch) {
                    Ok(text) => {
                        let known = ["wgmma", "tcgen05", "mma.sync"];
                        let found = known.iter().find(|name| text.contains(**name));
                        let ahead = match text.contains("cp.async.wait_group") {
                            true if found == Some(&"mma.sync") => ", ahead",
                            _ => "",
                        };
                        found.map_or("multiply-adds".to_owned(), |name| format!("`{name}`{ahead}"))
                    }
                    Err(why) => why.iter().map(|one| one.code.id).collect(),
                }
            };
            let both = used(("rows", "columns"));
            let one = [used(("rows", "rows")), used(("columns", "columns"))];
            if used(("columns", "rows")) == both {
                both
            } else if one.iter().all(|one| *one == both) {
                format!("{both}, one K")
            } else {
                format!("{both}, K")
            }
        });
        let (factor, sum) = (factor.1.text(), sum.1.text());
        let _ = writeln!(table, "| {factor}, {sum} | {} |", cells.join(" | "));
    }
    table.push('\n');
    table
}
