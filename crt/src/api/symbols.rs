//! `__device__`, `__constant__` and `__managed__` variables, by the addresses of the host's variables of the same names.

use std::ffi::c_void;

use super::memory::copy;
use super::stream::{Stream, default_stream, id};
use super::{api, put};
use crate::copy::{Copy, Direction, Rows};
use crate::device::ready;
use crate::error::ErrorCode;
use crate::registry::{self, VariablePlace};
use crate::sanitize;

api! {
    /// Writes a `__device__`, `__constant__` or `__managed__` variable.
    fn cudaMemcpyToSymbol(symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, direction: Direction) {
        let to = part(symbol, offset, bytes)?;
        copy(variable(to, from as u64, bytes, direction)?, default_stream()?, false)
    }

    /// As `cudaMemcpyToSymbol`, when the stream reaches it.
    fn cudaMemcpyToSymbolAsync(symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, direction: Direction, stream: Stream) {
        let to = part(symbol, offset, bytes)?;
        copy(variable(to, from as u64, bytes, direction)?, id(stream)?, true)
    }

    /// Reads a `__device__`, `__constant__` or `__managed__` variable.
    fn cudaMemcpyFromSymbol(to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, direction: Direction) {
        let from = part(symbol, offset, bytes)?;
        copy(variable(to as u64, from, bytes, direction)?, default_stream()?, false)
    }

    /// As `cudaMemcpyFromSymbol`, when the stream reaches it.
    fn cudaMemcpyFromSymbolAsync(to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, direction: Direction, stream: Stream) {
        let from = part(symbol, offset, bytes)?;
        copy(variable(to as u64, from, bytes, direction)?, id(stream)?, true)
    }

    /// The address of the variable on the device.
    fn cudaGetSymbolAddress(pointer: *mut *mut c_void, symbol: *const c_void) {
        let (address, _) = place(symbol)?;
        put(pointer, address as *mut c_void)
    }

    /// The size of the variable.
    fn cudaGetSymbolSize(bytes: *mut usize, symbol: *const c_void) {
        let (_, size) = place(symbol)?;
        put(bytes, size as usize)
    }
}

fn variable(
    to: u64,
    from: u64,
    bytes: usize,
    direction: Direction,
) -> Result<Option<Copy>, ErrorCode> {
    Copy::new(Rows::one(to), Rows::one(from), [bytes, 1, 1], direction)
}

/// Address and size of the variable whose host's variable is at an address.
fn place(symbol: *const c_void) -> Result<(u64, u64), ErrorCode> {
    ready()?;
    let variable = registry::variable(symbol)?;
    let address = match &variable.place {
        VariablePlace::Image(image, symbol) => image.address_of(symbol)?,
        VariablePlace::Host(address) => *address,
    };
    Ok((address, variable.bytes))
}

/// The address of some bytes of it.
pub(super) fn part(symbol: *const c_void, offset: usize, bytes: usize) -> Result<u64, ErrorCode> {
    let (address, size) = place(symbol)?;
    let (offset, bytes) = (offset as u64, bytes as u64);
    if offset.checked_add(bytes).is_none_or(|end| end > size) {
        sanitize::bad_range(address.saturating_add(offset), bytes, &(address..address + size));
        return Err(ErrorCode::INVALID_VALUE);
    }
    Ok(address + offset)
}
