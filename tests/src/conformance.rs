//! The conformance cases of this project: programs whose results the standard or the reference
//! fixes, in the header format of `tests/conformance/README.md`.
//!
//! ```text
//! // case: NAME                what it shows; the name of the file
//! // spec: 2.2.1 Addition      the section that says so
//! // grid: 2,1,1
//! // arg: i32[4] = [1, 2, 3, 4]
//! // arg: out f32[4]
//! // expect: [2, 4, 6, 8]      one a buffer that is compared, in the order of the parameters
//! // compare: exact            one mode for all of them, or one each, parted by `;`
//! // prints: x = 4             one line of what the kernel prints
//! // rows: 2.2.1-1 2.8.1-3..7   the entities of the API reference that it uses
//! // refuses: 2.2.1-1          those whose constraint it shows to refuse
//! // flags: -fmad=false
//! // reject: E0404 WHY         does not compile, for this error alone; a file NAME.ok.cu may be the
//! //                           same, corrected
//! // accept: WHY               compiles; there is nothing to run
//! // warns: E0530 WHY          compiles with this warning alone; there is nothing to run
//! // ub: rule 12: WHY          compiles, and the sanitizer finds that rule broken first;
//! //                           without a number, anything that is undefined
//! ```

use std::path::{Path, PathBuf};

use backend_ptx::target::Target;
use ir::interp::Rule;
use lang::base::Severity;
use tilec::{Compiled, FileLoader, Passes, Session, Stage};

use crate::compile::with_stack;
use crate::directive::{Expectation, Run};
use crate::header::{Header, KERNEL, Modes, fields, session};
use crate::launch::{self, Sanitizer};
use crate::parameter::{Buffer, Parameter, initialized};
use crate::ptxas;
use crate::round_trip;
use crate::run::{differences, print_difference};

/// A conformance case.
#[derive(Clone, PartialEq, Debug)]
pub struct Conformance {
    pub path: PathBuf,
    /// Where the rule is: stable names in brackets, or sections of the reference.
    pub spec: String,
    pub kind: Kind,
    /// Entities of the API reference that the case uses, by their ids.
    pub rows: Vec<String>,
    /// Those whose constraint it shows to refuse.
    pub refuses: Vec<String>,
    pub flags: Vec<String>,
    pub run: Run,
}

/// What a case shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Gives these results.
    Runs,
    /// Gives these error codes, in this order.
    Rejected(Vec<String>),
    Accepted,
    /// Compiles with these warnings, in this order.
    Warned(Vec<String>),
    /// Breaks the rule of this number in the annex, or anything that is undefined.
    Undefined(Option<u32>),
}

impl Conformance {
    /// Reads a case that is there.
    ///
    /// # Errors
    /// A header that cannot be read.
    pub fn read(path: &Path) -> Result<Conformance, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Conformance::parse(path, &text)
    }

    /// # Errors
    /// A header that cannot be read.
    pub fn parse(path: &Path, text: &str) -> Result<Conformance, String> {
        let mut kind = Kind::Runs;
        let (mut name, mut spec) = (None, None);
        let mut header = Header::default();
        let (mut rows, mut refuses) = (Vec::new(), Vec::new());
        let mut expected = Vec::new();
        for (key, value) in fields(text) {
            match key {
                "case" => name = Some(value),
                "spec" => spec = Some(value),
                "expect" => expected.push(value),
                "prints" => header.run.prints.push(value.to_owned()),
                "rows" => rows.extend(row_ids(value)?),
                "refuses" => refuses.extend(row_ids(value)?),
                "reject" => kind = Kind::Rejected(codes(value)?),
                "accept" => kind = Kind::Accepted,
                "warns" => kind = Kind::Warned(codes(value)?),
                "ub" => {
                    let number = value.strip_prefix("rule ").and_then(|text| text.split_once(':'));
                    kind = Kind::Undefined(number.and_then(|(number, _)| number.parse().ok()));
                }
                _ => header.take(key, value)?,
            }
        }
        let Header { mut run, flags, modes } = header;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem.strip_suffix(".ok").unwrap_or(&stem);
        if name != Some(stem) {
            return Err(format!("`case` is not `{stem}`"));
        }
        let spec = spec.ok_or("no `spec` says where the rule is")?.to_owned();
        let prints = !run.prints.is_empty();
        run.expectations = expectations(&run, &expected, &modes, &kind, prints)?;
        Ok(Conformance { path: path.to_owned(), spec, kind, rows, refuses, flags, run })
    }

    /// What is wrong; empty if nothing is.
    pub fn failures(&self) -> Vec<String> {
        with_stack(|| self.try_all().unwrap_or_else(|failure| vec![failure]))
    }

    fn try_all(&self) -> Result<Vec<String>, String> {
        if let Kind::Rejected(codes) = &self.kind {
            return Ok(self.why_not_reported(codes, Severity::Error)?.into_iter().collect());
        }
        if let Kind::Warned(codes) = &self.kind {
            self.compile(&["-O0"])?;
            return Ok(self.why_not_reported(codes, Severity::Warning)?.into_iter().collect());
        }
        let lowered = self.compile_as_lowered()?;
        let parameters: Vec<Parameter> =
            self.run.parameters.iter().map(|(_, parameter)| parameter.clone()).collect();
        let launch = |compiled: &Compiled, sanitizer| {
            let module = compiled.module.as_ref().ok_or("nothing was compiled")?;
            let symbol = compiled.symbol(Some(KERNEL))?;
            Ok::<_, String>(launch::on_cpu(module, &symbol, self.run.grid, &parameters, sanitizer))
        };
        match self.kind {
            Kind::Rejected(_) | Kind::Accepted | Kind::Warned(_) => Ok(Vec::new()),
            Kind::Undefined(number) => {
                let outcome = launch(&lowered, Sanitizer::On)?;
                if outcome.diagnostics.is_empty() {
                    return Ok(vec!["the sanitizer finds nothing".to_owned()]);
                }
                // What follows the first finding may be its consequence.
                let Some(number) = number else { return Ok(Vec::new()) };
                let rule = Rule::numbered(number.into())
                    .ok_or_else(|| format!("there is no rule {number}"))?;
                let names_rule = |message: &str| match rule.is_of_annex() {
                    true => message.ends_with(&format!("[rule {number}]")),
                    false => message.starts_with(rule.text()),
                };
                let first = outcome.diagnostics.first().filter(|it| !names_rule(&it.message));
                Ok(first
                    .map(|found| format!("not rule {number}: {}", found.message))
                    .into_iter()
                    .collect())
            }
            Kind::Runs => {
                let mut failures = Vec::new();
                let optimized = self.compile(&[])?;
                for module in [&lowered.module, &optimized.module].into_iter().flatten() {
                    failures.extend(round_trip::check_what_fits(module).err());
                }
                let sanitized = launch(&lowered, Sanitizer::On)?;
                failures.extend(sanitized.diagnostics.iter().map(|found| found.message.clone()));
                failures.extend(differences(&self.run, "as lowered", &sanitized));
                failures.extend(print_difference(&self.run, "as lowered", &sanitized));
                let optimized = launch(&optimized, Sanitizer::Off)?;
                failures.extend(differences(&self.run, "optimised", &optimized));
                failures.extend(print_difference(&self.run, "optimised", &optimized));
                Ok(failures)
            }
        }
    }

    /// What is wrong with the PTX of a case that runs: it must assemble, and do in the emulator
    /// what is expected.
    pub fn failures_of_ptx(&self, arch: &'static str) -> Vec<String> {
        if self.kind != Kind::Runs {
            return Vec::new();
        }
        with_stack(|| self.try_ptx(arch).unwrap_or_else(|failure| vec![failure]))
    }

    fn try_ptx(&self, arch: &'static str) -> Result<Vec<String>, String> {
        let compiled = self.compile(&[])?;
        let module = compiled.module.as_ref().ok_or("nothing was compiled")?;
        let target = Target::named(arch).ok_or("no such target")?;
        let (ptx, found) = backend_ptx::compile(module, target, &backend_ptx::Options::default());
        if let Some(found) = found.iter().next() {
            return Err(format!("{arch}: {}: {}", found.code.id, found.message));
        }
        let text = backend_ptx::ptx::print::module_text(&ptx);
        if let Some(Err(log)) = ptxas::assemble(&text, arch) {
            return Err(format!("{arch}: {log}"));
        }
        let parameters: Vec<Parameter> =
            self.run.parameters.iter().map(|(_, parameter)| parameter.clone()).collect();
        let symbol = compiled.symbol(Some(KERNEL))?;
        let outcome = launch::in_emulator(&ptx, &symbol, self.run.grid, &parameters)?;
        Ok(differences(&self.run, &format!("as PTX for {arch}"), &outcome))
    }

    /// The compiled case; what was reported is an error here.
    fn compile(&self, more: &[&str]) -> Result<Compiled, String> {
        self.compile_in(&session(&self.flags, more)?)
    }

    /// The case without any pass, as the sanitizer wants it.
    fn compile_as_lowered(&self) -> Result<Compiled, String> {
        let mut session = session(&self.flags, &["-O0"])?;
        session.passes = Passes::AsLowered;
        self.compile_in(&session)
    }

    fn compile_in(&self, session: &Session) -> Result<Compiled, String> {
        let path = self.path.to_string_lossy();
        let compiled = tilec::compile(session, &FileLoader, &path, Stage::Lower);
        let errors: Vec<String> = compiled
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity >= Severity::Error)
            .map(|diagnostic| format!("{}: {}", diagnostic.code.id, diagnostic.message))
            .collect();
        if errors.is_empty() { Ok(compiled) } else { Err(errors.join("\n    ")) }
    }

    /// What else is reported, of this severity or worse, than the codes.
    fn why_not_reported(
        &self,
        codes: &[String],
        severity: Severity,
    ) -> Result<Option<String>, String> {
        let path = self.path.to_string_lossy();
        let compiled =
            tilec::compile(&session(&self.flags, &[])?, &FileLoader, &path, Stage::Lower);
        let found = compiled.diagnostics.iter().filter(|found| found.severity >= severity);
        let found: Vec<_> = found.collect();
        if found.is_empty() {
            return Ok(Some("is accepted".to_owned()));
        }
        let found_codes: Vec<&str> = found.iter().map(|found| found.code.id).collect();
        Ok((found_codes != codes).then(|| {
            let told = found.iter().map(|found| format!("{}: {}", found.code.id, found.message));
            let told: Vec<String> = told.collect();
            format!("gives\n    {}\n  and not {}", told.join("\n    "), codes.join(" "))
        }))
    }
}

/// Ids of rows, parted by blanks; `2.8.1-3..7` is five of them.
fn row_ids(text: &str) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for part in text.split_whitespace() {
        let Some((first, last)) = part.split_once("..") else {
            ids.push(part.to_owned());
            continue;
        };
        let wrong = || format!("`{part}` is not a range of rows");
        let (section, first) = first.rsplit_once('-').ok_or_else(wrong)?;
        let first: u32 = first.parse().map_err(|_| wrong())?;
        let last: u32 = last.parse().map_err(|_| wrong())?;
        ids.extend((first..=last).map(|number| format!("{section}-{number}")));
    }
    Ok(ids)
}

/// The error codes that a reason begins with.
fn codes(reason: &str) -> Result<Vec<String>, String> {
    let is_code = |word: &&str| {
        word.len() == 5 && word.starts_with('E') && word[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let codes: Vec<String> =
        reason.split_whitespace().take_while(is_code).map(str::to_owned).collect();
    if codes.is_empty() {
        Err("`reject` and `warns` begin with a code".to_owned())
    } else {
        Ok(codes)
    }
}

/// One expectation a compared buffer.
fn expectations(
    run: &Run,
    expected: &[&str],
    modes: &Modes,
    kind: &Kind,
    prints: bool,
) -> Result<Vec<Expectation>, String> {
    if *kind != Kind::Runs {
        return Ok(Vec::new());
    }
    let buffers = run.buffers();
    let compared: Vec<usize> =
        (0..buffers.len()).filter(|&index| buffers[index].1.is_compared()).collect();
    if compared.len() != expected.len() || (compared.is_empty() && !prints) {
        let (results, lines) = (compared.len(), expected.len());
        return Err(format!("{results} results and {lines} lines `expect`"));
    }
    let mut expectations = Vec::new();
    for (number, (&buffer, text)) in compared.iter().zip(expected).enumerate() {
        let Buffer { ty, bytes, .. } = buffers[buffer].1;
        let (_, want) = initialized(ty.name, bytes.len() / ty.bytes, text)?;
        let how = modes.of(number);
        expectations.push(Expectation { buffer, range: 0..bytes.len(), want, how });
    }
    Ok(expectations)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Conformance, Kind};
    use crate::compare::Comparison;

    const HEADER: &str = "// case: name\n// spec: 1.1\n";

    fn parse(name: &str, header: &str) -> Result<Conformance, String> {
        Conformance::parse(Path::new(name), &format!("{HEADER}{header}int x;\n// arg: no header\n"))
    }

    #[test]
    fn headers_are_read() {
        let case = parse(
            "name.cu",
            "// grid: 2\n// arg: i32 = 4\n// arg: out i8[2]\n// arg: inout f32[1] = [0]\n\
             // expect: [1, -1]\n// expect: [0.5]\n// compare: exact; ulp 1\n// flags: -fmad=false\n",
        )
        .expect("well-formed");
        assert_eq!((case.kind, case.run.grid), (Kind::Runs, [2, 1, 1]));
        assert_eq!(case.run.expectations[0].want, [1, 0xFF]);
        assert_eq!(case.run.expectations[1].how, Comparison::Ulp(1));
        assert_eq!(case.flags, ["-fmad=false"]);
        let rejected = Kind::Rejected(vec!["E0404".to_owned()]);
        assert_eq!(parse("name.cu", "// reject: E0404 rule\n").map(|case| case.kind), Ok(rejected));
        assert_eq!(parse("name.ok.cu", "// accept: x\n").map(|case| case.kind), Ok(Kind::Accepted));
        let rows =
            parse("name.cu", "// rows: 2.1-1 2.8.1-3..5\n// accept: x\n").map(|case| case.rows);
        assert_eq!(rows.expect("well-formed"), ["2.1-1", "2.8.1-3", "2.8.1-4", "2.8.1-5"]);
    }

    #[test]
    fn what_is_missing_is_refused() {
        assert!(parse("other.cu", "// reject: E0404 rule\n").is_err());
        assert!(parse("name.cu", "// reject: rule\n").is_err());
        assert!(parse("name.cu", "").is_err());
        assert!(parse("name.cu", "// arg: out i8[2]\n").is_err());
        assert!(parse("name.cu", "// arg: out i8[2]\n// expect: [1]\n").is_err());
        assert!(parse("name.cu", "// rows: 2.1..3\n// accept: x\n").is_err());
        assert!(Conformance::parse(Path::new("name.cu"), "// case: name\n// ub: x\n").is_err());
    }
}
