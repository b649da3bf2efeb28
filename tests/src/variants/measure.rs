//! A variant on a GPU: its results, whether its launches repeat to the bit, and its time beside that of its base form.
//!
//! ```text
//! ratio = median over the rounds of  time of a launch of the variant / time of a launch of its base form
//! ```
//!
//! Both run on the large sizes of the variant, in one process, in turns, behind an untimed launch. A kernel that reads
//! what it wrote in the launch before, such as a counter, gets its buffers anew for each launch.

use std::fmt;
use std::fs::File;
use std::path::Path;

use runtime::{Arg, Buffer, Device, Kernel, Program};
use tilec::Stage;

use super::run::{check_buffers, parameters};
use super::{SizedLaunch, Variant};
use crate::compile::{compile_file, rendered};
use crate::parameter::{Mode, Parameter};

/// How often the times of both are compared.
const ROUNDS: usize = 11;
/// Launches of one measurement take about so many seconds together.
const MEASURED_SECONDS: f64 = 2e-3;
/// No measurement has more launches.
const MAX_LAUNCHES: u32 = 64;
/// How often a launch on the small and on the large sizes is repeated.
const REPEATS: [usize; 2] = [10, 3];

/// What was found of a variant.
pub struct Measured {
    pub name: String,
    /// Seconds of a launch on the large sizes.
    pub seconds: f64,
    /// None for a base form.
    pub ratio: Option<f64>,
    /// Whether all launches wrote the same bits.
    pub repeats: bool,
    /// What is wrong with the results.
    pub wrong: Vec<String>,
}

impl fmt::Display for Measured {
    /// The line of the record: name, microseconds, ratio, repetition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
        let repeats = if self.repeats { "same" } else { "differ" };
        write!(f, "{}\t{:.1}\t{ratio}\t{repeats}", self.name, self.seconds * 1e6)
    }
}

/// Runs and measures a variant; a process that holds `turn` has the GPU for itself.
///
/// # Errors
/// A source or a header that makes no sense, or what the driver said.
pub fn measure(
    device: &Device,
    arch: &str,
    variant: &Variant,
    base: Option<&Variant>,
    turn: &Path,
) -> Result<Measured, String> {
    let kernel = load(device, arch, variant)?;
    let base = base.map(|base| Ok::<_, String>((base, load(device, arch, base)?))).transpose()?;
    let data = |launch: SizedLaunch| Ok::<_, String>((parameters(&launch)?, launch.grid));
    let (small, large) = (data(variant.small()?)?, data(variant.large()?)?);
    let of_base = base.as_ref().map(|(base, _)| data(base.on_sizes_of(variant)?)).transpose()?;

    let turn = File::create(turn).map_err(|error| error.to_string())?;
    turn.lock().map_err(|error| error.to_string())?;
    let small = MeasuredLaunch::new(device, &kernel, &small)?;
    let (left, repeats_small) = small.repeated(device, REPEATS[0])?;
    let wrong = check_buffers(variant, &left, "GPU")?;
    let large = MeasuredLaunch::new(device, &kernel, &large)?;
    let (_, repeats_large) = large.repeated(device, REPEATS[1])?;
    let repeats = repeats_small && repeats_large;
    let name = variant.name.clone();
    let (Some((_, base)), Some(of_base)) = (&base, of_base) else {
        let seconds = large.times(device, large.launches(device)?)?;
        return Ok(Measured { name, seconds, ratio: None, repeats, wrong });
    };
    let other = MeasuredLaunch::new(device, base, &of_base)?;
    // Both are measured in the same way.
    let launches = match large.has_state() || other.has_state() {
        true => [1; 2],
        false => [large.launches(device)?, other.launches(device)?],
    };
    let (mut seconds, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let own = large.times(device, launches[0])?;
        ratios.push(own / other.times(device, launches[1])?);
        seconds.push(own);
    }
    Ok(Measured { name, seconds: median(seconds), ratio: Some(median(ratios)), repeats, wrong })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Compiles a source and has the driver assemble it.
fn load(device: &Device, arch: &str, variant: &Variant) -> Result<Kernel, String> {
    let compiled = compile_file(&variant.path, arch, Stage::Ptx);
    let ptx = compiled.ptx.as_deref().ok_or_else(|| rendered(&compiled))?;
    let entry = compiled.module.as_ref().and_then(|module| module.entries.values().next());
    let symbol = entry.map(|entry| entry.name.clone()).ok_or("there is no kernel")?;
    let module = device.load(&Program { tir: "", ptx }).map_err(|error| error.to_string())?;
    module.kernel(&symbol).map_err(|error| error.to_string())
}

/// A buffer of a launch, and what it holds before.
struct Argument {
    mode: Mode,
    buffer: Buffer,
    before: Buffer,
}

/// A kernel with its arguments.
struct MeasuredLaunch<'k> {
    kernel: &'k Kernel,
    grid: [u32; 3],
    buffers: Vec<Argument>,
    args: Vec<Vec<u8>>,
}

impl<'k> MeasuredLaunch<'k> {
    fn new(
        device: &Device,
        kernel: &'k Kernel,
        (parameters, grid): &(Vec<Parameter>, [u32; 3]),
    ) -> Result<MeasuredLaunch<'k>, String> {
        let (mut buffers, mut args) = (Vec::new(), Vec::new());
        for parameter in parameters {
            let first = buffers.len();
            for buffer in parameter.buffers() {
                let upload = || device.upload(buffer.bytes).map_err(|error| error.to_string());
                buffers.push(Argument { mode: buffer.mode, buffer: upload()?, before: upload()? });
            }
            let addresses: Vec<u64> =
                buffers[first..].iter().map(|argument| argument.buffer.address()).collect();
            args.push(parameter.to_bytes(&addresses));
        }
        Ok(MeasuredLaunch { kernel, grid: *grid, buffers, args })
    }

    /// Whether a launch reads what the one before wrote.
    fn has_state(&self) -> bool {
        self.buffers.iter().any(|argument| matches!(argument.mode, Mode::InOut | Mode::Scratch))
    }

    /// Gives the buffers that a launch writes what they held before.
    fn reset(&self, device: &Device) -> Result<(), runtime::Error> {
        let mut written = self.buffers.iter().filter(|argument| argument.mode != Mode::In);
        written.try_for_each(|argument| device.copy(&argument.before, &argument.buffer))
    }

    fn launch(&self) -> Result<(), runtime::Error> {
        let args: Vec<Arg<'_>> = self.args.iter().map(|bytes| Arg::Bytes(bytes)).collect();
        self.kernel.launch(self.grid, &args)
    }

    /// What the first of several launches left in each buffer, and whether the others left the same in those that are
    /// results.
    fn repeated(&self, device: &Device, count: usize) -> Result<(Vec<Vec<u8>>, bool), String> {
        let left = || {
            self.reset(device)?;
            self.launch()?;
            device.synchronize()?;
            let download = |argument: &Argument| device.download(&argument.buffer);
            self.buffers.iter().map(download).collect::<Result<Vec<Vec<u8>>, runtime::Error>>()
        };
        let left = || left().map_err(|error| error.to_string());
        let first = left()?;
        let mut is_same = true;
        for _ in 1..count {
            let again = left()?;
            let pairs = self.buffers.iter().zip(first.iter().zip(&again));
            is_same &= pairs
                .filter(|(argument, _)| matches!(argument.mode, Mode::Out | Mode::InOut))
                .all(|(_, (first, again))| first == again);
        }
        Ok((first, is_same))
    }

    /// How many launches a measurement has.
    fn launches(&self, device: &Device) -> Result<u32, String> {
        if self.has_state() {
            return Ok(1);
        }
        let one = self.times(device, 1)?.max(1e-7);
        Ok(((MEASURED_SECONDS / one) as u32).clamp(1, MAX_LAUNCHES))
    }

    /// The seconds of a launch, the mean of so many behind one that is not timed.
    fn times(&self, device: &Device, launches: u32) -> Result<f64, String> {
        let timed = || {
            self.reset(device)?;
            self.launch()?;
            self.reset(device)?;
            device.synchronize()?;
            device.time(|| (0..launches).try_for_each(|_| self.launch()))
        };
        let time = timed().map_err(|error| error.to_string())?;
        Ok(time.as_secs_f64() / f64::from(launches))
    }
}
