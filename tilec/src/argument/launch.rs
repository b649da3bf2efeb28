//! Arguments of a launch that is not run: sizes are enough for buffers.

use backend_ptx::launch::evaluate::Launch;

use super::{Argument, BufferArgument, ReadFile, SIZE_LIMIT, TYPES, parse};

/// Where the first buffer is, and what addresses of buffers are divisible by, as those of the driver.
const FIRST: u64 = 1 << 40;
const ALIGN: u64 = 1 << 9;

/// Parses one `--arg`; a buffer without contents takes no memory.
///
/// # Errors
/// What is wrong with it, with the `SPEC`.
pub fn parse_sized(spec: &str, read: ReadFile<'_>) -> Result<Argument, String> {
    sized(spec).map_or_else(|| parse(spec, read), Ok)
}

/// A buffer of which only the size is given.
fn sized(spec: &str) -> Option<Argument> {
    let rest = spec.strip_prefix("out:").unwrap_or(spec);
    let (name, rest) = rest.split_once('[')?;
    let (count, rest) = rest.split_once(']')?;
    let is_plain = rest.is_empty() || rest.starts_with('>');
    let ty = *TYPES.iter().find(|ty| ty.name == name).filter(|_| is_plain)?;
    let count: usize = count.parse().ok()?;
    let is_possible = count.saturating_mul(ty.bytes) <= SIZE_LIMIT;
    let buffer = BufferArgument { ty, count, uninitialized: true, bytes: Vec::new(), output: None };
    is_possible.then_some(Argument::Buffer(buffer))
}

/// The launch of a kernel with these arguments.
pub fn launch(grid: [u32; 3], arguments: &[Argument]) -> Launch {
    let mut launch = Launch { grid, ..Launch::default() };
    let mut next = FIRST;
    for argument in arguments {
        let mut addresses = Vec::new();
        for buffer in argument.buffers() {
            addresses.push(next);
            if !buffer.uninitialized {
                launch.memory.push((next, buffer.bytes.clone()));
            }
            next += (buffer.count as u64 * buffer.ty.bytes as u64).next_multiple_of(ALIGN) + ALIGN;
        }
        launch.args.push(argument.to_bytes(&addresses));
    }
    launch
}
