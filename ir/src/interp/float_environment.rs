//! The floating-point environment of a thread that runs tile blocks.
//!
//! A program may have its threads round otherwise or flush subnormal numbers (`torch.set_flush_denormal(True)` does). A kernel
//! rounds to nearest and keeps subnormal numbers, on the calling thread as on those of the pool.

#![expect(unsafe_code, reason = "the control register has no safe interface")]

/// As long as this lives, the thread computes as kernels do; then as it did before.
pub struct FloatEnvironment(Control);

impl FloatEnvironment {
    pub fn of_kernels() -> FloatEnvironment {
        let before = control();
        if before & MODES != DEFAULT & MODES {
            set_control(DEFAULT);
        }
        FloatEnvironment(before)
    }
}

impl Drop for FloatEnvironment {
    fn drop(&mut self) {
        if self.0 & MODES != DEFAULT & MODES {
            set_control(self.0);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::asm;

    /// MXCSR.
    pub type Control = u32;
    /// All exceptions masked.
    pub const DEFAULT: Control = 0x1F80;
    /// All but the flags of exceptions that came.
    pub const MODES: Control = !0x3F;

    pub fn control() -> Control {
        let mut control: Control = 0;
        // SAFETY: the instruction stores the register where the pointer says.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack, preserves_flags))
        };
        control
    }

    pub fn set_control(control: Control) {
        // SAFETY: the value is the default, or one that the register had.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const control, options(nostack, preserves_flags))
        };
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::asm;

    /// FPCR.
    pub type Control = u64;
    pub const DEFAULT: Control = 0;
    pub const MODES: Control = !0;

    pub fn control() -> Control {
        let control: Control;
        // SAFETY: the instruction reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags)) };
        control
    }

    pub fn set_control(control: Control) {
        // SAFETY: the value is the default, or one that the register had.
        unsafe { asm!("msr fpcr, {}", in(reg) control, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    pub type Control = u32;
    pub const DEFAULT: Control = 0;
    pub const MODES: Control = 0;

    pub fn control() -> Control {
        DEFAULT
    }

    pub fn set_control(_: Control) {}
}

use register::{Control, DEFAULT, MODES, control, set_control};

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::hint::black_box;

    use super::*;

    /// Flush subnormal results to zero.
    #[cfg(target_arch = "x86_64")]
    const FLUSH: Control = DEFAULT | 1 << 15;
    #[cfg(target_arch = "aarch64")]
    const FLUSH: Control = 1 << 24;

    fn half_of_the_least_normal() -> f32 {
        black_box(f32::MIN_POSITIVE) * black_box(0.5)
    }

    #[test]
    fn kernels_keep_subnormal_numbers_and_the_thread_its_modes() {
        let before = control();
        set_control(FLUSH);
        let flushed = half_of_the_least_normal();
        let inside = {
            let _environment = FloatEnvironment::of_kernels();
            half_of_the_least_normal()
        };
        let after = half_of_the_least_normal();
        set_control(before);
        assert_eq!((flushed, inside, after), (0.0, f32::MIN_POSITIVE / 2.0, 0.0));
    }
}
