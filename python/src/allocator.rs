//! The allocator of the extension module: mimalloc, by its short way where every block is aligned enough.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;

use mimalloc::MiMalloc;

unsafe extern "C" {
    fn mi_malloc(size: usize) -> *mut c_void;
}

pub struct Allocator;

/// What blocks of mimalloc of any size are aligned to.
const ALIGNED: usize = size_of::<usize>();

// SAFETY: mimalloc does all of it, and takes a block back whichever of its functions has given it.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        unsafe {
            match layout.align() <= ALIGNED {
                true => mi_malloc(layout.size()).cast(),
                false => MiMalloc.alloc(layout),
            }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller says.
        unsafe { MiMalloc.realloc(block, layout, size) }
    }
}
