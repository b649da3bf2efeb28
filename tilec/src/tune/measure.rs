//! Candidates on a device: whether they compute the same, and how long they take.
//!
//! Every candidate runs once on the arguments as they were given, outputs poisoned, and its results
//! are compared with those of the first that ran. Then all are timed in rounds, in which each has a
//! turn, so that what changes on the machine in the meantime changes all of them; the device rests
//! before each turn, so that no candidate is slow because another made it hot. A turn is as many
//! launches as fill [`TURN`]. The figure is the median of the turns. A variant that is far behind
//! after a few rounds has no more turns.

use std::thread;
use std::time::Duration;

use runtime::{Buffer, Device};

use crate::argument::{Argument, BufferArgument, ElementType};
use crate::progress::Progress;

/// What the launches of a turn are to take together, and how many they are at most.
const TURN: Duration = Duration::from_millis(2);
const MAX_LAUNCHES: u32 = 1000;

/// After so many rounds those go that take so many times what the best one does.
const TRIAL_ROUNDS: usize = 3;
const HOPELESS: f64 = 1.5;

/// A buffer on the device.
struct Placed {
    memory: Buffer,
    ty: ElementType,
    /// The bytes before each run.
    bytes: Vec<u8>,
    /// It is a result.
    is_output: bool,
    /// Some run has changed it.
    is_written: bool,
}

/// Arguments on a device.
pub struct Inputs<'d> {
    device: &'d Device,
    buffers: Vec<Placed>,
    /// What a launch passes.
    passed: Vec<Vec<u8>>,
}

/// The outputs of a run, with the position of their buffer among all.
pub type Outputs = Vec<(usize, ElementType, Vec<u8>)>;

/// A kernel that is ready to run.
pub struct Ready {
    pub kernel: runtime::Kernel,
    pub grid: [u32; 3],
    /// Which of the inputs it takes.
    pub inputs: usize,
}

/// How long a candidate took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timing {
    /// A launch in each turn, in microseconds.
    pub turns: Vec<f64>,
    /// It had no more turns after the first rounds.
    pub is_hopeless: bool,
}

impl Timing {
    pub fn median(&self) -> f64 {
        let mut sorted = self.turns.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| sorted.get(index).copied().unwrap_or(f64::INFINITY);
        match sorted.len() {
            0 => f64::INFINITY,
            count if count % 2 == 1 => at(count / 2),
            count => f64::midpoint(at(count / 2 - 1), at(count / 2)),
        }
    }
}

impl<'d> Inputs<'d> {
    pub fn new(device: &'d Device, arguments: &[Argument]) -> Result<Inputs<'d>, String> {
        let is_result = |buffer: &BufferArgument| buffer.uninitialized || buffer.output.is_some();
        // Without a named output, any buffer may be one.
        let are_named = arguments.iter().flat_map(Argument::buffers).any(is_result);
        let (mut buffers, mut passed) = (Vec::new(), Vec::new());
        for argument in arguments {
            let mut addresses = Vec::new();
            for buffer in argument.buffers() {
                let memory = device.upload(&buffer.bytes).map_err(|error| error.to_string())?;
                addresses.push(memory.address());
                let is_output = !are_named || is_result(buffer);
                let (ty, bytes) = (buffer.ty, buffer.bytes.clone());
                buffers.push(Placed { memory, ty, bytes, is_output, is_written: false });
            }
            passed.push(argument.to_bytes(&addresses));
        }
        Ok(Inputs { device, buffers, passed })
    }

    /// Writes again what runs have changed.
    fn restore(&self) -> Result<(), runtime::Error> {
        let mut written = self.buffers.iter().filter(|buffer| buffer.is_written);
        written.try_for_each(|buffer| self.device.write(&buffer.memory, &buffer.bytes))
    }

    fn launch(&self, ready: &Ready) -> Result<(), runtime::Error> {
        let args: Vec<runtime::Arg<'_>> =
            self.passed.iter().map(|bytes| runtime::Arg::Bytes(bytes)).collect();
        ready.kernel.launch(ready.grid, &args)
    }

    /// Runs a kernel once on the arguments as they were given.
    pub fn run(&mut self, ready: &Ready) -> Result<Outputs, runtime::Error> {
        self.restore()?;
        self.launch(ready)?;
        let mut outputs = Vec::new();
        for (index, buffer) in self.buffers.iter_mut().enumerate() {
            let bytes: Vec<u8> = self.device.download(&buffer.memory)?;
            buffer.is_written |= bytes != buffer.bytes;
            if buffer.is_output {
                outputs.push((index, buffer.ty, bytes));
            }
        }
        Ok(outputs)
    }

    /// The time of one launch of `count`, in microseconds.
    fn time(&self, ready: &Ready, count: u32) -> Result<f64, runtime::Error> {
        let launches = || (0..count).try_for_each(|_| self.launch(ready));
        let elapsed = self.device.time(launches)?;
        // No clock resolves less than a nanosecond.
        Ok((elapsed.as_secs_f64() * 1e9 / f64::from(count)).round() / 1e3)
    }
}

/// Times kernels that have run before, one after the other in each round.
pub fn measure(
    ready: &[Ready],
    inputs: &[Inputs<'_>],
    rounds: usize,
    rest: Duration,
    progress: Progress,
) -> Result<Vec<Timing>, runtime::Error> {
    let mut timings = vec![Timing::default(); ready.len()];
    let mut launches = Vec::with_capacity(ready.len());
    for kernel in ready {
        let Some(inputs) = inputs.get(kernel.inputs) else { continue };
        inputs.restore()?;
        let once = inputs.time(kernel, 1)?.max(1e-3);
        launches.push(((TURN.as_secs_f64() * 1e6 / once) as u32).clamp(1, MAX_LAUNCHES));
    }
    for round in 0..rounds {
        progress.show("measuring", round, rounds);
        for turn in 0..ready.len() {
            // Another one begins each round.
            let index = (turn + round) % ready.len();
            let (Some(kernel), Some(&count)) = (ready.get(index), launches.get(index)) else {
                continue;
            };
            let Some(inputs) = inputs.get(kernel.inputs) else { continue };
            if timings[index].is_hopeless {
                continue;
            }
            inputs.restore()?;
            thread::sleep(rest);
            timings[index].turns.push(inputs.time(kernel, count)?);
        }
        if round + 1 == TRIAL_ROUNDS {
            let best = timings.iter().map(Timing::median).fold(f64::INFINITY, f64::min);
            for timing in &mut timings {
                timing.is_hopeless = timing.median() > best * HOPELESS;
            }
        }
    }
    Ok(timings)
}

/// Where outputs are not the expected ones: integers are to be equal, floating-point numbers to differ
/// by no more than the tolerance times their size and the typical size in the buffer.
pub fn difference(found: &Outputs, expected: &Outputs, tolerance: Option<f64>) -> Option<String> {
    for (index, ty, expected) in expected {
        let Some((_, _, found)) = found.iter().find(|(other, ..)| other == index) else { continue };
        // What depends on the parameters in size is scratch memory.
        if found == expected || found.len() != expected.len() {
            continue;
        }
        let pairs = || found.chunks_exact(ty.bytes).zip(expected.chunks_exact(ty.bytes));
        let squares = expected.chunks_exact(ty.bytes).filter_map(|x| ty.float_value(x));
        let squares = squares.filter(|x| x.is_finite()).map(|x| x * x);
        let (count, sum) = squares.fold((0_u32, 0.0), |(count, sum), x| (count + 1, sum + x));
        let typical = (sum / f64::from(count.max(1))).sqrt();
        let tolerance = tolerance.unwrap_or_else(|| default_tolerance(*ty));
        let is_close = |a: &[u8], b: &[u8]| match (ty.float_value(a), ty.float_value(b)) {
            (Some(a), Some(b)) if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
            (Some(a), Some(b)) => a == b || (a - b).abs() <= tolerance * (b.abs() + typical),
            _ => a == b,
        };
        let wrong = pairs().position(|(a, b)| !is_close(a, b));
        if let Some((at, (a, b))) = wrong.and_then(|at| Some((at, pairs().nth(at)?))) {
            let n_wrong = pairs().filter(|(a, b)| !is_close(a, b)).count();
            let (a, b) = (ty.show(a), ty.show(b));
            return Some(format!(
                "buffer {index}: element {at} is {a}, not {b}; {n_wrong} elements differ"
            ));
        }
    }
    None
}

/// Two units of the last place, and what the order of a sum may change.
fn default_tolerance(ty: ElementType) -> f64 {
    let bits = ty.float_format().map_or(0, |format| format.fraction_bits());
    f64::max(1e-3, f64::exp2(1.0 - f64::from(bits)))
}

#[cfg(test)]
mod tests {
    use super::{Outputs, Timing, difference};
    use crate::argument::{Argument, parse};

    fn outputs(spec: &str) -> Outputs {
        match parse(spec, &|_, _| Err("no files".into())) {
            Ok(Argument::Buffer(buffer)) => vec![(0, buffer.ty, buffer.bytes)],
            other => panic!("{spec}: {other:?}"),
        }
    }

    #[test]
    fn what_is_close_is_the_same() {
        for (found, expected, message) in [
            ("f32[2]=[1, 2]", "f32[2]=[1, 2.0001]", None),
            ("f32[2]=[1, 2]", "f32[2]=[1, 2.1]", Some("element 1 is 2, not 2.1; 1 elements")),
            ("f32[2]=[0.0001, 1000]", "f32[2]=[0, 1000]", None),
            ("bf16[1]=[1.0078125]", "bf16[1]=[1]", None),
            ("i32[2]=[1, 3]", "i32[2]=[1, 2]", Some("element 1 is 3, not 2")),
            ("f32[1]=[nan]", "f32[1]=[nan]", None),
            ("f32[1]=[nan]", "f32[1]=[1]", Some("NaN")),
            ("f32[1]=[inf]", "f32[1]=[inf]", None),
            ("f32[3]=iota", "f32[2]=zeros", None),
        ] {
            let difference = difference(&outputs(found), &outputs(expected), None);
            match (difference, message) {
                (None, None) => {}
                (Some(found), Some(message)) if found.contains(message) => {}
                (difference, _) => panic!("{found} {expected}: {difference:?}"),
            }
        }
        assert!(difference(&outputs("f32[1]=[2]"), &outputs("f32[1]=[2.1]"), Some(0.1)).is_none());
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |turns: &[f64]| Timing { turns: turns.to_vec(), is_hopeless: false }.median();
        assert_eq!(of(&[3.0, 1.0, 9.0]), 3.0);
        assert_eq!(of(&[4.0, 1.0, 2.0, 9.0]), 3.0);
        assert!(of(&[]).is_infinite());
    }
}
