//! Pages that are mapped twice: once for the program, protected as is asked for, and once for the library.

/// The size of a page.
pub const PAGE: u64 = 4096;

/// The page that has an address.
pub fn page_of(address: u64) -> u64 {
    address & !(PAGE - 1)
}

/// What the program may do with a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Access {
    None,
    Read,
    Write,
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use mapped::Pages;

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub use absent::Pages;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod mapped {
    use std::ffi::{c_int, c_void};
    use std::sync::atomic::AtomicU64;

    use super::Access;

    /// Addresses, which cost nothing until there is memory behind them; less where there are not so many.
    const SIZES: [u64; 2] = [1 << 38, 1 << 34];

    /// The two mappings of a file in memory. They stay.
    pub struct Pages {
        file: c_int,
        address: u64,
        own: u64,
        bytes: u64,
    }

    impl Pages {
        pub fn reserve() -> Option<Pages> {
            // SAFETY: the name is a string of C; the file is this function's.
            let file = unsafe { libc::memfd_create(c"tilec".as_ptr(), libc::MFD_CLOEXEC) };
            if file < 0 {
                return None;
            }
            let found = SIZES.into_iter().find_map(|bytes| {
                // SAFETY: as above.
                let has_size = unsafe { libc::ftruncate(file, bytes.cast_signed()) } == 0;
                let address = has_size.then(|| map(file, bytes, libc::PROT_NONE))??;
                let own = map(file, bytes, libc::PROT_READ | libc::PROT_WRITE)?;
                Some(Pages { file, address, own, bytes })
            });
            if found.is_none() {
                // SAFETY: as above.
                unsafe { libc::close(file) };
            }
            found
        }

        /// Where the program's mapping begins.
        pub fn address(&self) -> u64 {
            self.address
        }

        pub fn contains(&self, address: u64) -> bool {
            (self.address..self.address + self.bytes).contains(&address)
        }

        /// Opens pages to the program; gives the words of the other mapping. None if they are not there.
        pub fn open(&self, start: u64, bytes: u64) -> Option<&'static [AtomicU64]> {
            if start.checked_add(bytes).is_none_or(|end| end > self.bytes) {
                return None;
            }
            self.protect(self.address + start, bytes, Access::Write).then(|| {
                let first = (self.own + start) as *const AtomicU64;
                // SAFETY: the mapping has these bytes, stays, and is used as atomic words alone.
                unsafe { std::slice::from_raw_parts(first, (bytes / 8) as usize) }
            })
        }

        /// Closes pages, and gives their memory back.
        pub fn close(&self, address: u64, bytes: u64) {
            self.protect(address, bytes, Access::None);
            let start = (address - self.address).cast_signed();
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: the file is this value's. Without success the memory stays.
            unsafe { libc::fallocate(self.file, mode, start, bytes.cast_signed()) };
        }

        /// Says what the program may do with a page.
        pub fn allow(&self, page: u64, access: Access) {
            self.protect(page, super::PAGE, access);
        }

        fn protect(&self, address: u64, bytes: u64, access: Access) -> bool {
            let protection = match access {
                Access::None => libc::PROT_NONE,
                Access::Read => libc::PROT_READ,
                Access::Write => libc::PROT_READ | libc::PROT_WRITE,
            };
            // SAFETY: the pages are those of the program's mapping.
            unsafe { libc::mprotect(address as *mut c_void, bytes as usize, protection) == 0 }
        }
    }

    fn map(file: c_int, bytes: u64, protection: c_int) -> Option<u64> {
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
        // SAFETY: a mapping at addresses that the system chooses.
        let made =
            unsafe { libc::mmap(std::ptr::null_mut(), bytes as usize, protection, flags, file, 0) };
        (made != libc::MAP_FAILED).then_some(made as u64)
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod absent {
    use std::sync::atomic::AtomicU64;

    use super::Access;

    /// There are none.
    pub enum Pages {}

    impl Pages {
        pub fn reserve() -> Option<Pages> {
            None
        }

        pub fn address(&self) -> u64 {
            match *self {}
        }

        pub fn contains(&self, _address: u64) -> bool {
            match *self {}
        }

        pub fn open(&self, _start: u64, _bytes: u64) -> Option<&'static [AtomicU64]> {
            match *self {}
        }

        pub fn close(&self, _address: u64, _bytes: u64) {
            match *self {}
        }

        pub fn allow(&self, _page: u64, _access: Access) {
            match *self {}
        }
    }
}
