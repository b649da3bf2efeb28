//! Predicted times of variants on sizes.

use backend_ptx::CostAnalysis;
use backend_ptx::cost::timeline::{Prediction, predict};
use backend_ptx::target::{Chip, Target};
use tilec::Stage;
use tilec::argument::launch;

use super::{SizedLaunch, Variant};
use crate::compile::{compile_file, rendered, with_stack};

/// What the cost model says of a launch of a kernel.
///
/// # Errors
/// A parameter that cannot be read, or a kernel that the module lacks.
pub fn prediction(
    analysis: &CostAnalysis<'_>,
    symbol: &str,
    chip: &Chip,
    sized: &SizedLaunch,
) -> Result<Prediction, String> {
    let none = |_: &str, _: u64| Err("no files".to_owned());
    let parse = |(_, text): &(String, String)| launch::parse_sized(&without_contents(text), &none);
    let arguments = sized.args.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let model = analysis.model(symbol, &launch::launch(sized.grid, &arguments));
    model
        .map(|model| predict(&model, chip))
        .ok_or_else(|| "the cost model does not cover this kernel".to_owned())
}

/// What the cost model says of a variant on its large sizes; none where it predicts nothing.
///
/// # Errors
/// A source that does not compile, or a header that makes no sense.
pub fn of_variant(variant: &Variant, arch: &str) -> Result<Option<Prediction>, String> {
    if variant.unpredicted.is_some() || variant.known_bug.is_some() {
        return Ok(None);
    }
    let compiled = compile_file(&variant.path, arch, Stage::Lower);
    let Some(module) = &compiled.module else { return Err(rendered(&compiled)) };
    let target = Target::named(arch).ok_or("an unknown target")?;
    with_stack(|| {
        let analysis = CostAnalysis::of(module, target).map_err(|_| "it does not compile")?;
        let symbol = compiled.symbol(None)?;
        prediction(&analysis, &symbol, &target.chip, &variant.large()?).map(Some)
    })
}

/// A parameter as `--arg` takes it, without the contents of buffers that are random or zero.
fn without_contents(text: &str) -> String {
    let text = text.replace(' ', "");
    let text = ["inout", "out", "scratch"].iter().fold(text, |text, mode| {
        ["bf16", "f16", "f32", "i8", "i32", "u8", "u32", "e4m3"]
            .iter()
            .fold(text, |text, ty| text.replace(&format!("{mode}{ty}["), &format!("{ty}[")))
    });
    let mut made = String::new();
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("]=") {
        made.push_str(before);
        let skipped = match behind.strip_prefix("zeros") {
            Some(behind) => Some(behind),
            None => {
                behind.strip_prefix("random(").and_then(|it| it.split_once(')')).map(|(_, it)| it)
            }
        };
        made.push_str(if skipped.is_some() { "]" } else { "]=" });
        rest = skipped.unwrap_or(behind);
    }
    made.push_str(rest);
    made
}
