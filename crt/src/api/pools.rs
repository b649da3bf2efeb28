//! Memory pools. All of them give memory of the device, and keep none of what is freed.

use std::ffi::c_void;

use super::memory::allocate_in;
use super::stream::{Stream, id};
use super::{api, put};
use crate::error::ErrorCode;
use crate::handle::new_handle;
use crate::process::{lock, process};

/// `cudaMemPool_t`.
type Pool = *mut c_void;

/// The attributes that can be set: three flags and a number of bytes.
pub type Attributes = [u64; 4];

/// The handle of the default pool, which no other one has.
const DEFAULT: usize = 8;

/// `cudaMemPoolAttrReleaseThreshold`.
const RELEASE_THRESHOLD: i32 = 4;

api! {
    /// The default pool.
    fn cudaDeviceGetDefaultMemPool(pool: *mut Pool, device: i32) {
        only(device)?;
        put(pool, DEFAULT as Pool)
    }

    /// The default pool.
    fn cudaDeviceGetMemPool(pool: *mut Pool, device: i32) {
        only(device)?;
        put(pool, DEFAULT as Pool)
    }

    /// Makes a pool.
    fn cudaMemPoolCreate(pool: *mut Pool, _properties: *const c_void) {
        let handle = new_handle();
        put(pool, handle as Pool)?;
        lock(&process().pools).insert(handle, [1, 1, 1, 0]);
        Ok(())
    }

    /// Ends a pool; its memory stays until it is freed.
    fn cudaMemPoolDestroy(pool: Pool) {
        lock(&process().pools).remove(&(pool as usize)).map(drop).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// Keeps the attribute, which makes no difference.
    fn cudaMemPoolSetAttribute(pool: Pool, attribute: i32, value: *const c_void) {
        let value = match attribute {
            _ if value.is_null() => return Err(ErrorCode::INVALID_VALUE),
            RELEASE_THRESHOLD => value.cast::<u64>().read(),
            _ => u64::from(value.cast::<u32>().read()),
        };
        with(pool, attribute, |kept| *kept = value)
    }

    /// What the attribute was set to.
    fn cudaMemPoolGetAttribute(pool: Pool, attribute: i32, value: *mut c_void) {
        let mut kept = 0;
        with(pool, attribute, |it| kept = *it)?;
        match attribute {
            RELEASE_THRESHOLD => put(value.cast::<u64>(), kept),
            _ => put(value.cast::<u32>(), kept as u32),
        }
    }

    /// Nothing: a pool keeps nothing that is free.
    fn cudaMemPoolTrimTo(pool: Pool, _bytes: usize) {
        with(pool, RELEASE_THRESHOLD, |_| ())
    }

    /// As `cudaMallocAsync`.
    fn cudaMallocFromPoolAsync(pointer: *mut *mut c_void, bytes: usize, pool: Pool, stream: Stream) {
        with(pool, RELEASE_THRESHOLD, |_| ())?;
        allocate_in(id(stream)?, pointer, bytes)
    }
}

fn only(device: i32) -> Result<(), ErrorCode> {
    if device == 0 { Ok(()) } else { Err(ErrorCode::INVALID_DEVICE) }
}

/// Does something with an attribute of a pool.
fn with(pool: Pool, attribute: i32, act: impl FnOnce(&mut u64)) -> Result<(), ErrorCode> {
    let mut pools = lock(&process().pools);
    if pool as usize == DEFAULT {
        pools.entry(DEFAULT).or_insert([1, 1, 1, 0]);
    }
    let kept: &mut Attributes = pools.get_mut(&(pool as usize)).ok_or(ErrorCode::INVALID_VALUE)?;
    let number = usize::try_from(attribute - 1).ok().and_then(|number| kept.get_mut(number));
    act(number.ok_or(ErrorCode::INVALID_VALUE)?);
    Ok(())
}
