//! `__device__` and `__constant__` variables, by the addresses of the host's variables of the same names.

use std::ffi::c_void;

use super::memory::copy_variable;
use super::stream::{self, Stream};
use super::{api, put};
use crate::device::device;
use crate::error::ErrorCode;
use crate::registry;

api! {
    /// Writes a `__device__` or `__constant__` variable.
    fn cudaMemcpyToSymbol(symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, _direction: i32) {
        copy_variable(part(symbol, offset, bytes)?, from.cast_mut(), bytes, true)
    }

    /// As `cudaMemcpyToSymbol`, at once.
    fn cudaMemcpyToSymbolAsync(symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, _direction: i32, stream: Stream) {
        stream::check(stream)?;
        copy_variable(part(symbol, offset, bytes)?, from.cast_mut(), bytes, true)
    }

    /// Reads a `__device__` or `__constant__` variable.
    fn cudaMemcpyFromSymbol(to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, _direction: i32) {
        copy_variable(part(symbol, offset, bytes)?, to, bytes, false)
    }

    /// As `cudaMemcpyFromSymbol`, at once.
    fn cudaMemcpyFromSymbolAsync(to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, _direction: i32, stream: Stream) {
        stream::check(stream)?;
        copy_variable(part(symbol, offset, bytes)?, to, bytes, false)
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

/// Address and size of the variable whose host's variable is at an address.
fn place(symbol: *const c_void) -> Result<(u64, u64), ErrorCode> {
    let variable = registry::variable(symbol)?;
    let mut device = device()?;
    let number = device.number;
    let globals = variable.image.globals(number, &mut device.memory)?;
    let module = &variable.image.program()?.module;
    let global = module.global_named(&variable.symbol).ok_or(ErrorCode::INVALID_SYMBOL)?;
    Ok((globals.address(global), variable.bytes))
}

/// The address of some bytes of it.
fn part(symbol: *const c_void, offset: usize, bytes: usize) -> Result<u64, ErrorCode> {
    let (address, size) = place(symbol)?;
    let end = (offset as u64).checked_add(bytes as u64).filter(|end| *end <= size);
    end.map(|_| address + offset as u64).ok_or(ErrorCode::INVALID_VALUE)
}
