//! The allocator of the library: mimalloc, which keeps what a compilation has freed for the next one.
//!
//! By default it gives pages back to the system that have been free for 10 ms. A process that compiles again and again would have them
//! cleared and mapped once for each compilation.
//!
//! A compilation allocates tens of thousands of times. Almost all of it is aligned without being asked for, which the shorter of the
//! two ways to allocate suffices for.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_int, c_long, c_void};
use std::sync::Once;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// `mi_option_purge_delay` of mimalloc 2.
const PURGE_DELAY: c_int = 15;

/// Milliseconds after which free pages are given back.
const KEPT_FOR: c_long = 1000;

/// `MI_MAX_ALIGN_SIZE`: a block that is not smaller than this is aligned to it, a smaller one to the power of two that fits into it.
const NATURAL_ALIGNMENT: usize = 16;

unsafe extern "C" {
    fn mi_malloc(size: usize) -> *mut c_void;
    /// Sets an option unless the environment has set it, such as `MIMALLOC_PURGE_DELAY`.
    fn mi_option_set_default(option: c_int, value: c_long);
}

struct Allocator;

// SAFETY: all blocks are those of mimalloc, which `MiMalloc` takes back. `mi_malloc` aligns a block as the layout says where that is
// the natural alignment, by which mimalloc itself chooses between its two ways.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= layout.size() && layout.align() <= NATURAL_ALIGNMENT {
            // SAFETY: any size is allowed.
            return unsafe { mi_malloc(layout.size()) }.cast();
        }
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.realloc(block, layout, new_size) }
    }
}

/// Sets the options of the allocator, once.
pub fn set_up() {
    static DONE: Once = Once::new();
    // SAFETY: the function takes any option and value. An option is one word, which other threads may read before or after it is set.
    DONE.call_once(|| unsafe { mi_option_set_default(PURGE_DELAY, KEPT_FOR) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned() {
        for align in [1, 2, 4, 8, 16, 32, 64, 4096] {
            for size in [1, 3, 4, 8, 9, 12, 16, 17, 24, 40, 48, 100, 1000, 5000, 100_000] {
                let layout = Layout::from_size_align(size, align).expect("a layout");
                let blocks: Vec<*mut u8> =
                    // SAFETY: the size is not zero.
                    (0..9).map(|_| unsafe { Allocator.alloc(layout) }).collect();
                for block in blocks {
                    assert!(!block.is_null() && block.addr().is_multiple_of(align), "{layout:?}");
                    // SAFETY: the block is of this layout.
                    unsafe { Allocator.dealloc(block, layout) };
                }
            }
        }
    }
}
