//! `tilec tune`: which template arguments make a kernel fastest.
//!
//! In: a source whose kernel leaves arguments open, the values to try, and a launch as for `tilec run`,
//! in which grid and arguments may depend on the values. Out: an [`Outcome`], each candidate with its
//! time or why it has none. The steps: [`space`] makes the candidates, each is compiled for itself,
//! [`measure`] runs them. A result is kept in a cache by everything that it is made from.
//!
//! ```no_run
//! # use tilec::Tune;
//! let tune = Tune {
//!     parameters: vec!["BM=64,128".parse()?, "BN=32..256*2".parse()?],
//!     grid: "cdiv(4096, BM) * cdiv(4096, BN)".into(),
//!     arguments: ["bf16[16777216]=random(1)", "bf16[16777216]=random(2)", "out:f32[16777216]",
//!         "i32=4096", "i32=4096", "i32=4096"].map(String::from).to_vec(),
//!     ..Tune::new("gemm.cu", "gemm<__nv_bfloat16, BM, BN, 64>")
//! };
//! let outcome = tune.run()?;
//! println!("{}", outcome.best().map_or("none", |best| &best.kernel));
//! # Ok::<(), String>(())
//! ```

mod formula;
mod measure;
mod pattern;
mod space;

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use lang::base::Severity;
use runtime::{Device, Program};
use serde::{Deserialize, Serialize};

use crate::argument::{self, Argument};
use crate::cache::{Cache, Key};
use crate::cli::{CompileArgs, DeviceKind};
use crate::commands::STACK_BYTES;
use crate::driver::{Stage, compile};
use crate::progress::Progress;
use crate::session::{FileLoader, Session};
use crate::{input, target};
use measure::{Inputs, Outputs, Ready};
use space::Assignment;
pub use space::Parameter;

/// Compilers that run beside each other.
const MAX_COMPILERS: usize = 8;

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Tune {
    pub file: String,
    pub compile: CompileArgs,
    /// The kernel with the names of parameters among its arguments, `gemm<__half, BM, BN, 64>`; or a
    /// template alone, whose parameters have these names. Where it is empty, the only kernel that a build
    /// of the file has, with the arguments that host code launches it with in the place of parameters
    /// that are not given.
    pub kernel: String,
    pub parameters: Vec<Parameter>,
    /// Only candidates for which these formulas are not 0 are tried: `BM * BN <= 32768`.
    pub conditions: Vec<String>,
    /// Tile blocks, formulas of the parameters: `cdiv(4096, BM), 8`.
    pub grid: String,
    /// As for `tilec run`, formulas in `%{...}`: `out:f32[%{cdiv(4096, BM)}]`.
    pub arguments: Vec<String>,
    /// A GPU if there is one.
    pub device: Option<DeviceKind>,
    /// Turns of each candidate.
    pub rounds: usize,
    /// Before each turn; on a GPU 20 ms, on the CPU nothing.
    pub rest: Option<Duration>,
    /// Of floating-point results; by their type if nothing is said.
    pub tolerance: Option<f64>,
    /// Compare with the first candidate on the CPU device, not on the device itself.
    pub compare_with_cpu: bool,
    pub known: Known,
    /// Whether a terminal shows how far it is.
    pub progress: Progress,
}

/// What to do with results that are known, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Take one from the folder that `TILEC_CACHE` names, else from the user's caches; leave a new one
    /// there.
    Take,
    /// Leave a new one there.
    Replace,
    /// Neither.
    Ignore,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The GPU's name, or `CPU`.
    pub device: String,
    /// The index of the fastest candidate.
    best: Option<usize>,
    /// In the order of the parameters' values, the first parameter slowest.
    pub candidates: Vec<Candidate>,
    /// Taken from the cache.
    #[serde(default)]
    pub is_cached: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// What `--kernel` takes: `gemm<__half, 64, 128, 64>`.
    pub kernel: String,
    pub parameters: BTreeMap<String, String>,
    pub grid: [u32; 3],
    #[serde(flatten)]
    pub fate: Fate,
}

/// What became of a candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Fate {
    /// Microseconds of a launch: the median, and that of each turn.
    Measured { median: f64, turns: Vec<f64> },
    /// It is far behind and was not measured further.
    Hopeless { median: f64, turns: Vec<f64> },
    /// It does not compile.
    Refused { message: String },
    /// It does not run.
    Failed { message: String },
    /// It computes something else than the first one.
    Differs { message: String },
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Parameter, String> {
        Parameter::parse(text)
    }
}

impl Outcome {
    /// The fastest candidate, if one ran.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.get(self.best?)
    }
}

/// A candidate on its way.
struct Attempt {
    assignment: Assignment,
    kernel: String,
    grid: [u32; 3],
    /// Which arguments it takes.
    arguments: usize,
}

/// A compiled candidate: its program for the device, and its symbol there.
struct Built {
    text: String,
    symbol: String,
}

impl Tune {
    pub fn new(file: &str, kernel: &str) -> Tune {
        Tune {
            file: file.into(),
            compile: CompileArgs { arch: None, ..CompileArgs::for_target(target::NATIVE) },
            kernel: kernel.into(),
            parameters: Vec::new(),
            conditions: Vec::new(),
            grid: "1".into(),
            arguments: Vec::new(),
            device: None,
            rounds: 15,
            rest: None,
            tolerance: None,
            compare_with_cpu: false,
            known: Known::Take,
            progress: Progress::Hidden,
        }
    }

    /// Tries all candidates.
    ///
    /// # Errors
    /// What makes no sense, in words. That candidates do not compile or run is in the outcome.
    pub fn run(&self) -> Result<Outcome, String> {
        input::open(Path::new(&self.file))?;
        let device = match self.device {
            Some(DeviceKind::Cpu) => Device::cpu(),
            Some(DeviceKind::Cuda) => Device::cuda(0).map_err(|error| error.to_string())?,
            None => Device::best(),
        };
        let session = self.session(&device)?;
        let pattern = pattern::pattern(self, &session)?;
        self.check_parameters(&pattern)?;
        let (attempts, specs) = self.attempts(&pattern)?;
        let cache = Cache::of_user().filter(|_| self.known != Known::Ignore);
        let entry = cache.as_ref().and_then(|cache| {
            let key = self.key(&session, &device, &attempts, &specs)?;
            Some(cache.entry(key))
        });
        if self.known == Known::Take
            && let Some(bytes) = entry.as_ref().and_then(|entry| entry.read())
            && let Ok(known) = serde_json::from_slice::<Outcome>(&bytes)
        {
            return Ok(Outcome { is_cached: true, ..known });
        }
        let arguments = specs.iter().map(|list| parse_all(list)).collect::<Result<Vec<_>, _>>()?;
        let outcome = self.try_all(&session, &device, &attempts, &arguments);
        self.progress.end();
        let outcome = outcome?;
        if let Some(entry) = entry
            && outcome.best.is_some()
            && let Ok(bytes) = serde_json::to_vec(&outcome)
        {
            entry.write(&bytes);
        }
        Ok(outcome)
    }

    /// What to compile with: for the GPU that is there, if neither options nor a project say another.
    fn session(&self, device: &Device) -> Result<Session, String> {
        let session = Session::for_file(&self.compile, &self.file, &[])?;
        let is_open = self.compile.arch.is_none() && session.project_file.is_none();
        match device {
            Device::Cuda(_) if is_open => {
                let compile =
                    CompileArgs { arch: Some(target::NATIVE.into()), ..self.compile.clone() };
                Session::for_file(&compile, &self.file, &[])
            }
            Device::Cpu(_) | Device::Cuda(_) => Ok(session),
        }
    }

    /// Each parameter has to have a use.
    fn check_parameters(&self, pattern: &str) -> Result<(), String> {
        for (index, parameter) in self.parameters.iter().enumerate() {
            let name = &parameter.name;
            if self.parameters[..index].iter().any(|other| other.name == *name) {
                return Err(format!("--param {name} is given twice"));
            }
            let arguments = pattern.split_once('<').map_or("", |(_, arguments)| arguments);
            let mut texts = [arguments, &self.grid]
                .into_iter()
                .chain(self.arguments.iter().chain(&self.conditions).map(String::as_str));
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            if !texts.any(|text| text.split(|c| !is_word(c)).any(|word| word == name)) {
                return Err(format!("--param {name}: `{pattern}` has no such argument"));
            }
        }
        Ok(())
    }

    /// The candidates, and the lists of arguments that there are among them.
    fn attempts(&self, pattern: &str) -> Result<(Vec<Attempt>, Vec<Vec<String>>), String> {
        let mut lists: Vec<Vec<String>> = Vec::new();
        let mut attempts = Vec::new();
        for assignment in space::candidates(&self.parameters, &self.conditions)? {
            let list = self.arguments.iter().map(|spec| assignment.expand(spec));
            let list = list.collect::<Result<Vec<String>, String>>()?;
            let known = lists.iter().position(|known| *known == list);
            let arguments = known.unwrap_or(lists.len());
            if known.is_none() {
                lists.push(list);
            }
            let kernel = assignment.specialise(pattern);
            let grid = assignment.grid(&self.grid)?;
            attempts.push(Attempt { assignment, kernel, grid, arguments });
        }
        Ok((attempts, lists))
    }

    /// Everything that the outcome is made from; nothing if the source cannot be read.
    fn key(
        &self,
        session: &Session,
        device: &Device,
        attempts: &[Attempt],
        specs: &[Vec<String>],
    ) -> Option<Key> {
        let source = compile(session, &FileLoader, &self.file, Stage::Preprocess).preprocessed?;
        let mut key = Key::new();
        key.add(b"tune");
        key.add(source.as_bytes());
        let Session { target, fmad, passes, .. } = session;
        key.add(format!("{target:?} {fmad} {passes:?} {:?}", self.compile.std).as_bytes());
        for Attempt { kernel, grid, arguments, .. } in attempts {
            key.add(format!("{kernel} {grid:?} {:?}", specs.get(*arguments)).as_bytes());
        }
        for spec in specs.iter().flatten() {
            if let Some(path) = argument::input_file(spec) {
                key.add(&input::read(path).ok()?);
            }
        }
        let driver = runtime::driver_info().map(|driver| driver.version);
        key.add(format!("{} {driver:?}", device.name().ok()?).as_bytes());
        let Tune { rounds, rest, tolerance, compare_with_cpu, .. } = self;
        key.add(format!("{rounds} {rest:?} {tolerance:?} {compare_with_cpu}").as_bytes());
        Some(key)
    }

    fn try_all(
        &self,
        session: &Session,
        device: &Device,
        attempts: &[Attempt],
        arguments: &[Vec<Argument>],
    ) -> Result<Outcome, String> {
        let built = self.build_all(session, device.kind(), attempts);
        let inputs = arguments.iter().map(|list| Inputs::new(device, list));
        let mut inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let mut expected: Option<Outputs> = None;
        let mut fates: Vec<Option<Fate>> = Vec::new();
        let (mut ready, mut indices) = (Vec::new(), Vec::new());
        for (index, (attempt, built)) in attempts.iter().zip(&built).enumerate() {
            self.progress.show("running", index, attempts.len());
            let built = match built {
                Ok(built) => built,
                Err(message) => {
                    fates.push(Some(Fate::Refused { message: message.clone() }));
                    continue;
                }
            };
            if expected.is_none() && self.compare_with_cpu {
                expected = Some(self.on_cpu(session, attempt, arguments)?);
            }
            let ran = load(device, built, attempt).and_then(|kernel| {
                let outputs = inputs[attempt.arguments].run(&kernel)?;
                Ok((kernel, outputs))
            });
            let fate = match ran {
                Err(error) => Some(Fate::Failed { message: error.to_string() }),
                Ok((kernel, outputs)) => {
                    let expected = expected.get_or_insert_with(|| outputs.clone());
                    let differs = measure::difference(&outputs, expected, self.tolerance);
                    if differs.is_none() {
                        ready.push(kernel);
                        indices.push(index);
                    }
                    differs.map(|message| Fate::Differs { message })
                }
            };
            fates.push(fate);
        }
        let rest = self.rest.unwrap_or(match device {
            Device::Cpu(_) => Duration::ZERO,
            Device::Cuda(_) => Duration::from_millis(20),
        });
        let timings = measure::measure(&ready, &inputs, self.rounds.max(1), rest, self.progress);
        let timings = timings.map_err(|error| error.to_string())?;
        let mut best: Option<(f64, usize)> = None;
        for (&index, timing) in indices.iter().zip(timings) {
            let median = timing.median();
            if !timing.is_hopeless && best.is_none_or(|(known, _)| median < known) {
                best = Some((median, index));
            }
            fates[index] = Some(match timing.is_hopeless {
                true => Fate::Hopeless { median, turns: timing.turns },
                false => Fate::Measured { median, turns: timing.turns },
            });
        }
        let candidates = attempts.iter().zip(fates).filter_map(|(attempt, fate)| {
            let parameters = attempt.assignment.0.iter().cloned().collect();
            let Attempt { kernel, grid, .. } = attempt;
            Some(Candidate { kernel: kernel.clone(), parameters, grid: *grid, fate: fate? })
        });
        Ok(Outcome {
            device: device.name().map_err(|error| error.to_string())?,
            best: best.map(|(_, index)| index),
            candidates: candidates.collect(),
            is_cached: false,
        })
    }

    /// What a candidate computes on the CPU device.
    fn on_cpu(
        &self,
        session: &Session,
        attempt: &Attempt,
        arguments: &[Vec<Argument>],
    ) -> Result<Outputs, String> {
        let device = Device::cpu();
        let attempts = std::slice::from_ref(attempt);
        let built = self.build_all(session, device.kind(), attempts).pop();
        let built = built.unwrap_or_else(|| Err("nothing was compiled".into()))?;
        let list = arguments.get(attempt.arguments).map_or(&[][..], Vec::as_slice);
        let mut inputs = Inputs::new(&device, list)?;
        let ran = load(&device, &built, attempt).and_then(|kernel| inputs.run(&kernel));
        ran.map_err(|error| format!("{} on the CPU device: {error}", attempt.kernel))
    }

    /// Compiles the candidates, some beside each other.
    fn build_all(
        &self,
        session: &Session,
        device: &str,
        attempts: &[Attempt],
    ) -> Vec<Result<Built, String>> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let made: Mutex<BTreeMap<usize, Result<Built, String>>> = Mutex::default();
        let compile_some = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(attempt) = attempts.get(index) else { return };
                let built = self.build(session, device, &attempt.kernel);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                self.progress.show("compiling", done, attempts.len());
                if let Ok(mut made) = made.lock() {
                    made.insert(index, built);
                }
            }
        };
        let n_processors = thread::available_parallelism().map_or(1, usize::from);
        let n_compilers = attempts.len().min(n_processors).min(MAX_COMPILERS);
        thread::scope(|scope| {
            for _ in 0..n_compilers {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                // One that cannot be started leaves its part to the others.
                let _ = builder.spawn_scoped(scope, compile_some);
            }
        });
        let mut made = made.into_inner().unwrap_or_default();
        let not_made = || Err("the compiler gave up; please report this".to_owned());
        (0..attempts.len()).map(|index| made.remove(&index).unwrap_or_else(not_made)).collect()
    }

    fn build(&self, session: &Session, device: &str, kernel: &str) -> Result<Built, String> {
        let session =
            Session { kernels: vec![kernel.into()], only_requested: true, ..session.clone() };
        let (stage, is_cpu) = match device {
            "cpu" => (Stage::Lower, true),
            _ => (Stage::Ptx, false),
        };
        let compiled = compile(&session, &FileLoader, &self.file, stage);
        let errors = compiled.diagnostics.iter().filter(|found| found.severity >= Severity::Error);
        if let Some(error) = errors.into_iter().next() {
            return Err(format!("{}: {}", error.code.id, error.message));
        }
        let symbol = compiled.symbol(Some(kernel))?;
        let text = match is_cpu {
            true => compiled.tir_text(),
            false => compiled.ptx.unwrap_or_default(),
        };
        Ok(Built { text, symbol })
    }
}

fn load(device: &Device, built: &Built, attempt: &Attempt) -> Result<Ready, runtime::Error> {
    let program = match device {
        Device::Cpu(_) => Program { tir: &built.text, ptx: "" },
        Device::Cuda(_) => Program { tir: "", ptx: &built.text },
    };
    let kernel = device.load(&program)?.kernel(&built.symbol)?;
    Ok(Ready { kernel, grid: attempt.grid, inputs: attempt.arguments })
}

fn parse_all(specs: &[String]) -> Result<Vec<Argument>, String> {
    let read =
        |path: &str, limit: u64| input::read_at_most(path.as_ref(), limit).map_err(String::from);
    specs.iter().map(|spec| argument::parse(spec, &read)).collect()
}
