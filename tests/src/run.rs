//! Carries out what a test file asks for.
//!
//! Each run is made three times, of which all must give the expected result: as lowered and under
//! the sanitizer, optimised, and optimised after its text was printed and read back.

use backend_ptx::target::Target;
use lang::base::{Diagnostic, Diagnostics, Pos, Severity};
use tilec::cli::CompileArgs;
use tilec::{Compiled, Passes, Session};

use crate::annotation::{self, Found};
use crate::compile::{compile_case, with_stack};
use crate::directive::{Case, Count, Device, Run, Stage};
use crate::launch::{self, Outcome, Sanitizer};
use crate::parameter::Parameter;
use crate::{bless, ptxas};

/// The target of tests that name none.
pub const DEFAULT_ARCH: &str = "sm_90a";

/// What is wrong with a case; empty if nothing is.
pub fn run(case: &Case) -> Vec<String> {
    with_stack(|| {
        let mut runner = Runner { case, failures: Vec::new() };
        for stage in &case.stages {
            if let Err(failure) = runner.stage(stage) {
                runner.failures.push(failure);
            }
        }
        let mut failures = Vec::new();
        for failure in runner.failures {
            if !failures.contains(&failure) {
                failures.push(failure);
            }
        }
        unknown(&case.known_bugs, failures)
    })
}

/// The failures that are not known bugs, and the known bugs that no longer fail.
fn unknown(known: &[String], failures: Vec<String>) -> Vec<String> {
    let is_gone = |bug: &&String| !failures.iter().any(|failure| failure.contains(bug.as_str()));
    let gone: Vec<String> = known
        .iter()
        .filter(is_gone)
        .map(|bug| format!("does not fail with `{bug}` any more: remove `//@ known-bug`"))
        .collect();
    let is_known = |failure: &String| known.iter().any(|bug| failure.contains(bug.as_str()));
    failures.into_iter().filter(|failure| !is_known(failure)).chain(gone).collect()
}

struct Runner<'a> {
    case: &'a Case,
    failures: Vec<String>,
}

/// What ends a stage early; further failures may stand in the list.
type Step<T> = Result<T, String>;

impl Runner<'_> {
    fn stage(&mut self, stage: &Stage) -> Step<()> {
        match stage {
            Stage::Check => {
                let compiled = self.compile(DEFAULT_ARCH, &[], tilec::Stage::Lower)?;
                self.expect_diagnostics(&compiled, &[]);
                Ok(())
            }
            Stage::Ir => {
                let compiled = self.compile(DEFAULT_ARCH, &[], tilec::Stage::Lower)?;
                self.expect_diagnostics(&compiled, &[]);
                let text = compiled.tir_text();
                self.expect_patterns(&text);
                self.expect_round_trip(&text)
            }
            Stage::Opt(passes) => self.optimize(passes),
            Stage::Ptx(arch) => {
                let compiled = self.compile(arch, &[], tilec::Stage::Ptx)?;
                self.expect_diagnostics(&compiled, &[]);
                let Some(ptx) = &compiled.ptx else { return Ok(()) };
                self.expect_patterns(ptx);
                let is_known = !self.case.known_bugs.is_empty();
                let assemble = if is_known { ptxas::assemble_in_each_run } else { ptxas::assemble };
                match assemble(ptx, arch) {
                    Some(Err(log)) => Err(format!("ptxas: {log}")),
                    Some(Ok(_)) | None => Ok(()),
                }
            }
            Stage::Run(devices) => {
                for device in devices {
                    match device {
                        Device::Cpu => self.run_on_cpu()?,
                        Device::Emulator => self.run_in_emulator()?,
                        Device::Gpu => self.run_on_gpu()?,
                    }
                }
                Ok(())
            }
        }
    }

    fn compile(&self, arch: &str, flags: &[&str], stage: tilec::Stage) -> Step<Compiled> {
        self.compile_with(arch, flags, stage, None)
    }

    fn compile_with(
        &self,
        arch: &str,
        flags: &[&str],
        stage: tilec::Stage,
        passes: Option<Passes>,
    ) -> Step<Compiled> {
        let target = format!("--arch={arch}");
        let given = self.case.flags.iter().map(String::as_str);
        let args = CompileArgs::from_flags(
            [target.as_str()].into_iter().chain(given).chain(flags.iter().copied()),
        )?;
        let wanted: Vec<String> =
            self.case.run.kernel.iter().filter(|name| name.contains('<')).cloned().collect();
        let mut session = Session::new(&args, &wanted)?;
        session.passes = passes.unwrap_or(session.passes);
        Ok(compile_case(self.case, &session, stage))
    }

    /// Compares with the annotations what the compiler reported, and what a run found.
    fn expect_diagnostics(&mut self, compiled: &Compiled, of_run: &[Diagnostic]) {
        let path = self.case.path.to_string_lossy();
        let all = compiled.diagnostics.iter().chain(of_run);
        let found = Found::all(&compiled.map, &path, all);
        let failures = annotation::compare(&self.case.annotations, &found);
        if !failures.is_empty() && bless::is_wanted() {
            bless::annotations(self.case, &found);
        } else {
            self.failures.extend(failures);
        }
    }

    fn expect_patterns(&mut self, text: &str) {
        for pattern in &self.case.patterns {
            let found = text.matches(&pattern.text).count();
            let is_met = match pattern.count {
                Count::Some => found > 0,
                Count::Exactly(count) => found == count,
            };
            if !is_met {
                let wanted = match pattern.count {
                    Count::Some => "at least once".to_owned(),
                    Count::Exactly(count) => format!("{count} times"),
                };
                let what = &pattern.text;
                self.failures
                    .push(format!("`{what}` wanted {wanted}, found {found} times in\n{text}"));
            }
        }
    }

    fn expect_round_trip(&mut self, text: &str) -> Step<()> {
        let again = ir::print::module(&read(text)?);
        let without_names = |text: &str| -> String {
            text.lines()
                .filter(|line| !line.starts_with("//"))
                .map(|line| format!("{line}\n"))
                .collect()
        };
        if without_names(text) != without_names(&again) {
            self.failures.push(format!("the text does not read back as itself:\n{text}\n{again}"));
        }
        Ok(())
    }

    fn optimize(&mut self, passes: &[String]) -> Step<()> {
        let mut module = read(&self.case.source)?;
        let options = ir::pass::Options { level: ir::pass::OptLevel::Full, fmad: true };
        for pass in passes {
            if pass == "full" {
                ir::pass::run(&mut module, &options);
            } else if !ir::pass::run_pass(&mut module, pass, &options) {
                return Err(format!("there is no pass `{pass}`"));
            }
        }
        verify(&module)?;
        let text = ir::print::module(&module);
        self.expect_patterns(&text);
        if let Some(becomes) = &self.case.becomes {
            let wanted = ir::print::module(&read(becomes)?);
            if wanted != text && bless::is_wanted() {
                bless::becomes(self.case, &text);
            } else if wanted != text {
                self.failures.push(format!("becomes\n{text}\nand not\n{wanted}"));
            }
        }
        if !self.case.run.expectations.is_empty() {
            let symbol = only_entry(&module)?;
            self.expect_results("after the passes", &module, &symbol);
        }
        Ok(())
    }

    fn run_on_cpu(&mut self) -> Step<()> {
        let as_lowered = Some(Passes::AsLowered);
        let stage = tilec::Stage::Lower;
        let lowered = self.compile_with(DEFAULT_ARCH, &[], stage, as_lowered)?;
        let Some(module) = &lowered.module else {
            self.expect_diagnostics(&lowered, &[]);
            return Ok(());
        };
        let run = &self.case.run;
        let symbol = symbol(&lowered, run)?;
        let sanitized = launch::on_cpu(module, &symbol, run.grid, &parameters(run), Sanitizer::On);
        self.expect_diagnostics(&lowered, &sanitized.diagnostics);
        if !sanitized.diagnostics.is_empty() {
            return Ok(());
        }
        self.expect_outcome("as lowered", &sanitized);
        let optimized = self.compile(DEFAULT_ARCH, &[], tilec::Stage::Lower)?;
        let Some(module) = &optimized.module else {
            return Err("compiles with -O0 only".to_owned());
        };
        self.expect_results("optimised", module, &symbol);
        let again = read(&optimized.tir_text())?;
        self.expect_results("read back", &again, &symbol);
        Ok(())
    }

    /// The PTX of the target that a `ptx` directive names, or of the default one.
    fn run_in_emulator(&mut self) -> Step<()> {
        let ptx_arch = self.case.stages.iter().find_map(|stage| match stage {
            Stage::Ptx(arch) => Some(arch.as_str()),
            Stage::Check | Stage::Ir | Stage::Opt(_) | Stage::Run(_) => None,
        });
        let arch = ptx_arch.unwrap_or(DEFAULT_ARCH);
        let compiled = self.compile(arch, &[], tilec::Stage::Lower)?;
        let Some(module) = &compiled.module else {
            self.expect_diagnostics(&compiled, &[]);
            return Ok(());
        };
        let run = &self.case.run;
        let symbol = symbol(&compiled, run)?;
        let target = Target::named(arch).ok_or_else(|| format!("no target {arch}"))?;
        let (ptx, found) = backend_ptx::compile(module, target, &backend_ptx::Options::default());
        if found.has_errors() {
            return Err(messages(&found));
        }
        let outcome = launch::in_emulator(&ptx, &symbol, run.grid, &parameters(run))
            .map_err(|error| format!("in the emulator: {error}"))?;
        self.expect_outcome("in the emulator", &outcome);
        Ok(())
    }

    fn run_on_gpu(&mut self) -> Step<()> {
        let compiled = self.compile(DEFAULT_ARCH, &[], tilec::Stage::Ptx)?;
        if compiled.ptx.is_none() {
            self.expect_diagnostics(&compiled, &[]);
            return Ok(());
        }
        let run = &self.case.run;
        let symbol = symbol(&compiled, run)?;
        match launch::on_gpu(&compiled, &symbol, run.grid, &parameters(run)) {
            Some(outcome) => {
                self.expect_buffers("on the GPU", &outcome?);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn expect_results(&mut self, when: &str, module: &ir::Module, symbol: &str) {
        let run = &self.case.run;
        let outcome = launch::on_cpu(module, symbol, run.grid, &parameters(run), Sanitizer::Off);
        if let Some(trap) = outcome.diagnostics.first() {
            self.failures.push(format!("{when}: {}", trap.message));
        }
        self.expect_outcome(when, &outcome);
    }

    fn expect_outcome(&mut self, when: &str, outcome: &Outcome) {
        self.expect_buffers(when, outcome);
        self.failures.extend(print_difference(&self.case.run, when, outcome));
    }

    fn expect_buffers(&mut self, when: &str, outcome: &Outcome) {
        self.failures.extend(differences(&self.case.run, when, outcome));
    }
}

/// What was printed, if that is not as expected. Blanks around a line do not count.
pub fn print_difference(run: &Run, when: &str, outcome: &Outcome) -> Option<String> {
    let printed: Vec<&str> = outcome.output.lines().map(str::trim).collect();
    (printed != run.prints).then(|| format!("{when}: prints {printed:#?}"))
}

/// Where the buffers are not as expected.
pub fn differences(run: &Run, when: &str, outcome: &Outcome) -> Vec<String> {
    let mut differences = Vec::new();
    for expectation in &run.expectations {
        let buffers = run.buffers();
        let Some((name, buffer)) = buffers.get(expectation.buffer) else { continue };
        let Some(bytes) = outcome.buffers.get(expectation.buffer) else { continue };
        let got = &bytes[expectation.range.clone()];
        if let Some(difference) = expectation.how.difference(buffer.ty, got, &expectation.want) {
            differences.push(format!("{when}: `{name}`: {difference}"));
        }
    }
    differences
}

/// The symbol of the kernel that a run asks for, or of the only one.
///
/// # Errors
/// There is no such kernel, or not one only.
pub fn symbol(compiled: &Compiled, run: &Run) -> Result<String, String> {
    match (&run.kernel, compiled.kernels.as_slice()) {
        (Some(name), _) => compiled.symbol(Some(name)),
        (None, [kernel]) => Ok(kernel.symbol.clone()),
        (None, kernels) => Err(format!("{} kernels; `//@ kernel` says which", kernels.len())),
    }
}

fn only_entry(module: &ir::Module) -> Step<String> {
    let names: Vec<&String> = module.entries.values().map(|entry| &entry.name).collect();
    match names.as_slice() {
        [name] => Ok((*name).clone()),
        _ => Err(format!("{} entries where one is wanted", names.len())),
    }
}

fn parameters(run: &Run) -> Vec<Parameter> {
    run.parameters.iter().map(|(_, parameter)| parameter.clone()).collect()
}

/// A verified module from its text.
fn read(text: &str) -> Step<ir::Module> {
    let (module, found) = ir::parse::module(text, Pos::NONE);
    let module = module.ok_or_else(|| format!("no tile IR: {}", messages(&found)))?;
    verify(&module)?;
    Ok(module)
}

fn verify(module: &ir::Module) -> Step<()> {
    let found = ir::verify::module(module);
    if found.has_errors() { Err(format!("does not verify: {}", messages(&found))) } else { Ok(()) }
}

fn messages(found: &Diagnostics) -> String {
    let errors = found.iter().filter(|diagnostic| diagnostic.severity >= Severity::Error);
    errors.map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn known_bugs_excuse_what_they_name_and_only_while_it_fails() {
        let failures = || vec!["a race in memory".to_owned(), "a wrong sum".to_owned()];
        assert_eq!(unknown(&["race".into()], failures()), ["a wrong sum"]);
        assert_eq!(unknown(&["race".into(), "sum".into()], failures()), [""; 0]);
        assert!(unknown(&["trap".into()], failures())[2].contains("remove"));
    }
}
