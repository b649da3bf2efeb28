//! The same work as different kinds of users write it (`tests/variants`): each source computes what its formulas say, in
//! the interpreter and, as PTX for sm_90a, in the emulator; its schedule is the one that its header expects; and what it
//! misses of its base form is what its header lists as a gap, no less and no more.
//!
//! `docs/variants.md` is the scoreboard. With `INSTA_UPDATE=always` (`just bless`) headers and page are rewritten.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use backend_ptx::ptx::{PtxModule, print};
use backend_ptx::schedule::ScheduledModule;
use backend_ptx::target::Target;
use backend_ptx::{CostAnalysis, Options};
use ir::Module;
use rayon::prelude::*;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered, with_stack};
use tilec_tests::products::small;
use tilec_tests::ptxas;
use tilec_tests::skip::skip;
use tilec_tests::variants::model_error::{ModelErrors, report};
use tilec_tests::variants::page::{ScoreRow, page};
use tilec_tests::variants::predicted::prediction;
use tilec_tests::variants::{SizedLaunch, Variant, all, run, summary};

const ARCH: &str = "sm_90a";
const PAGE: &str = "docs/variants.md";

/// The time of a variant is not predicted to be less than this part of that of its base form, or the form is not the base.
const BEST_RATIO: f64 = 0.8;

/// Bounds of the error of the cost model on the record, as `|ln(predicted / measured)|`.
const MEDIAN_ERROR: f64 = 0.069;
const ERROR_OF_90_PERCENT: f64 = 0.36;

/// What was found of a source.
struct Checked {
    row: ScoreRow,
    /// The predicted time.
    seconds: Option<f64>,
    wrong: Vec<String>,
}

/// What is compiled and run of each source, once for all tests, by group.
static CHECKED: LazyLock<BTreeMap<String, Vec<Checked>>> = LazyLock::new(checked);

fn is_blessed() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always")
}

fn checked() -> BTreeMap<String, Vec<Checked>> {
    let variants = all();
    let (bases, others): (Vec<&Variant>, Vec<&Variant>) =
        variants.iter().partition(|variant| variant.base.is_none());
    // Base forms first: each is compiled once, and predicted on the sizes of all its variants.
    let of_bases: Vec<(Checked, Vec<f64>)> = bases
        .par_iter()
        .map(|base| {
            let others = of_base(base, &others);
            check(base, None, &others).unwrap_or_else(|what| (failed(base, what), Vec::new()))
        })
        .collect();
    let mut seconds = BTreeMap::new();
    for (base, (_, of_variants)) in bases.iter().zip(&of_bases) {
        let names = of_base(base, &others).into_iter().map(|variant| variant.name.clone());
        seconds.extend(names.zip(of_variants.iter().copied()));
    }
    let mut checked: Vec<Checked> = of_bases.into_iter().map(|(checked, _)| checked).collect();
    checked.par_extend(others.par_iter().map(|variant| match seconds.get(&variant.name) {
        Some(&seconds) => match check(variant, Some(seconds), &[]) {
            Ok((checked, _)) => checked,
            Err(what) => failed(variant, what),
        },
        None => failed(variant, "its base form is not there, or fails".to_owned()),
    }));
    checked.sort_by(|a, b| a.row.variant.name.cmp(&b.row.variant.name));
    let mut groups: BTreeMap<String, Vec<Checked>> = BTreeMap::new();
    for one in checked {
        groups.entry(one.row.variant.group().to_owned()).or_default().push(one);
    }
    groups
}

/// The variants of a base form.
fn of_base<'v>(base: &Variant, others: &[&'v Variant]) -> Vec<&'v Variant> {
    let is_of = |variant: &&&Variant| variant.base.as_ref() == Some(&base.name);
    others.iter().filter(is_of).copied().collect()
}

/// What is known of a source that fails: nothing is wrong if it fails as its header says.
fn failed(variant: &Variant, what: String) -> Checked {
    let is_known = variant.known_bug.as_ref().is_some_and(|bug| what.contains(bug));
    let wrong = if is_known { Vec::new() } else { vec![what] };
    let variant = variant.clone();
    let (expect, gap) = (variant.expect.clone(), variant.gap.clone());
    Checked { row: ScoreRow { variant, expect, gap, ratio: None }, seconds: None, wrong }
}

/// Compiles and runs a source, and predicts its time; of a base form also the times on the sizes of `others`.
fn check(
    variant: &Variant,
    of_base: Option<f64>,
    others: &[&Variant],
) -> Result<(Checked, Vec<f64>), String> {
    let compiled = compile_file(&variant.path, ARCH, Stage::Lower);
    let found = rendered(&compiled);
    let module = compiled.module.as_ref().filter(|_| found.is_empty()).ok_or(found)?;
    let target = Target::named(ARCH).expect("a known target");
    let (scheduled, ptx) = compile(module, target)?;
    let symbol = ptx.kernels.first().map(|kernel| kernel.name.clone()).unwrap_or_default();
    let reports = backend_ptx::report::of_module(&scheduled, &target, &ptx);
    let [report] = reports.as_slice() else { return Err("one kernel is expected".to_owned()) };
    // The small launch has few tile blocks: two of them share a CTA on two SMs only.
    let mut pipelines = scheduled.schedules.values().filter_map(|it| it.pipeline.as_ref());
    let is_shared = pipelines.any(|pipeline| pipeline.tiles_per_cta() > 1);
    let of_two_sms = is_shared.then(|| compile(module, small(ARCH))).transpose()?;
    let mut programs = vec![("emulator", &ptx)];
    programs.extend(of_two_sms.iter().map(|(_, ptx)| ("emulator of two SMs", ptx)));
    let mut wrong = with_stack(|| run::check(variant, (module, &programs, &symbol)))?;
    if variant.known_bug.is_some() {
        wrong.push("it compiles: remove `//@ known-bug`".to_owned());
    }
    let expect = summary::schedule(report);
    let asynchronous = summary::gaps(report, &scheduled);
    let analysis = CostAnalysis::of_scheduled(scheduled, target);
    let analysis = analysis.map_err(|_| "it compiles once only".to_owned())?;
    let predicted =
        |launch: SizedLaunch| Ok(prediction(&analysis, &symbol, &target.chip, &launch)?.seconds);
    let is_predicted = variant.unpredicted.is_none();
    let own = is_predicted.then(|| variant.large().and_then(predicted)).transpose()?;
    let ratio = own.zip(of_base).map(|(own, of_base)| own / of_base);
    if ratio.is_some_and(|ratio| ratio < BEST_RATIO) && variant.extra.is_none() {
        wrong.push(format!("it is predicted faster than its base form: {ratio:?}"));
    }
    let gap =
        asynchronous.into_iter().chain(summary::of_time(ratio)).collect::<Vec<_>>().join(", ");
    for (key, found, written) in [("expect", &expect, &variant.expect), ("gap", &gap, &variant.gap)]
    {
        if found != written && is_blessed() {
            variant.rewrite(key, found);
        } else if found != written {
            wrong.push(format!("`{key}: {written}` in the header, `{key}: {found}` now"));
        }
    }
    let others = others.iter().map(|other| variant.on_sizes_of(other).and_then(predicted));
    let others = others.collect::<Result<_, _>>()?;
    let row = ScoreRow { variant: variant.clone(), expect, gap, ratio };
    Ok((Checked { row, seconds: own, wrong }, others))
}

fn compile(module: &Module, target: Target) -> Result<(ScheduledModule<'_>, PtxModule), String> {
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &Options::default());
    match found.iter().next() {
        Some(found) => Err(format!("the back end reports: {}", found.message)),
        None => Ok((scheduled, ptx)),
    }
}

/// Fails with what is wrong in a group.
fn assert_group(group: &str) {
    let checked = CHECKED.get(group).unwrap_or_else(|| panic!("no sources of {group}"));
    let wrong = checked.iter().filter(|one| !one.wrong.is_empty());
    let wrong: Vec<String> = wrong
        .map(|one| format!("{}:\n  {}", one.row.variant.name, one.wrong.join("\n  ")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The groups, each with a test of its own.
const GROUPS: &[&str] = &["attention", "decode", "gemm", "grouped", "quantised", "rows"];

#[test]
fn each_group_has_a_test() {
    assert_eq!(CHECKED.keys().map(String::as_str).collect::<Vec<_>>(), GROUPS);
}

#[test]
fn attention() {
    assert_group("attention");
}

#[test]
fn decode() {
    assert_group("decode");
}

#[test]
fn gemm() {
    assert_group("gemm");
}

#[test]
fn grouped() {
    assert_group("grouped");
}

#[test]
fn quantised() {
    assert_group("quantised");
}

#[test]
fn rows() {
    assert_group("rows");
}

#[test]
fn the_page_is_current() {
    let rows: Vec<ScoreRow> = CHECKED.values().flatten().map(|one| one.row.clone()).collect();
    let page = page(&rows);
    let path = tests::root().join(PAGE);
    if is_blessed() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{PAGE} is not current: `just bless` rewrites it");
}

/// The bounds are what the model reached: it may come nearer to the record, and not go away from it.
#[test]
fn the_cost_model_is_near_the_record() {
    let predicted = CHECKED.values().flatten();
    let predicted =
        predicted.filter_map(|one| Some((one.row.variant.name.clone(), one.seconds?))).collect();
    let errors = ModelErrors::of(&predicted);
    let (median, most) = (errors.quantile(0.5), errors.quantile(0.9));
    assert!(median <= MEDIAN_ERROR && most <= ERROR_OF_90_PERCENT, "{}", report(&errors));
}

/// The variants whose headers do not say which registers `ptxas` spills, and what it warns of.
fn wrong_ptxas_lines<'a>(variants: impl ParallelIterator<Item = &'a Variant>) -> Vec<String> {
    let report = |variant: &Variant| {
        let compiled = compile_file(&variant.path, ARCH, Stage::Lower);
        let module = compiled.module.as_ref()?;
        let (_, ptx) = compile(module, Target::named(ARCH)?).ok()?;
        let found = match ptxas::assemble(&print::module_text(&ptx), ARCH)? {
            Ok(_) => String::new(),
            Err(log) => summary::of_ptxas(&log),
        };
        if found != variant.ptxas && is_blessed() {
            variant.rewrite("ptxas", &found);
            return None;
        }
        let is_as_written = found == variant.ptxas;
        (!is_as_written).then(|| format!("{}: `{}`, now `{found}`", variant.name, variant.ptxas))
    };
    variants.filter_map(report).collect()
}

/// It takes minutes.
#[test]
#[ignore = "assembles all sources"]
fn ptxas_reports_what_headers_say() {
    if ptxas::find().is_none() {
        return skip("ptxas is not here");
    }
    let wrong = wrong_ptxas_lines(all().par_iter());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Fails if `ptxas` spills registers of one of these.
fn assert_nothing_is_spilled(names: &[&str]) {
    if ptxas::find().is_none() {
        return skip("ptxas is not here");
    }
    let all = all();
    let chosen: Vec<&Variant> =
        all.iter().filter(|variant| names.contains(&variant.name.as_str())).collect();
    assert_eq!(chosen.len(), names.len());
    assert!(chosen.iter().all(|variant| variant.ptxas.is_empty()));
    let wrong = wrong_ptxas_lines(chosen.into_par_iter());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is stored behind a loop of MMAs has an address and a predicate for each element, beside accumulators that fill half of
/// the registers.
#[test]
fn epilogues_of_full_accumulators_do_not_spill() {
    assert_nothing_is_spilled(&["gemm/bias_by_pointers", "gemm/bias_gelu", "gemm/f16_accumulator"]);
}

/// Where a pipeline cannot be used, threads have addresses of elements that they load beside accumulators.
#[test]
fn code_without_pipelines_does_not_spill() {
    assert_nothing_is_spilled(&[
        "attention/linear",
        "attention/linear_decayed",
        "gemm/no_restrict_triton",
        "gemm/triton_even_k_flag",
        "gemm/triton_persistent",
        "gemm/triton_pointers_masked",
    ]);
}
