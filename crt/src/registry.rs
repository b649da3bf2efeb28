//! The kernels of a program: what the objects of `tilec build` bring, found by the addresses that host code has.
//!
//! Each object has one [`ObjectTable`] and registers it before `main`. The stub of a kernel is the function that host code
//! calls and whose address it passes on; its key is an object inside of the stub by which a launch says which kernel it
//! is. Images are read when a kernel of theirs is first used.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;
use std::sync::{Arc, MutexGuard};

use crate::error::ErrorCode;
use crate::kernel::{Image, Kernel};
use crate::process::{lock, process};
use crate::sanitize;

/// The version of the tables, which a program and this library have to agree on.
pub const VERSION: u32 = 3;

/// What an object has: `tilec::program::embed` writes it.
#[repr(C)]
pub struct ObjectTable {
    version: u32,
    n_kernels: u32,
    n_variables: u32,
    reserved: u32,
    kernels: *const KernelRow,
    variables: *const VariableRow,
    /// Tile IR, with places in the source.
    image: *const u8,
    image_len: u64,
    /// A fat binary; null if there is none.
    code: *const u8,
    code_len: u64,
    /// A fat binary of SIMT kernels; null if there are none.
    simt: *const u8,
    simt_len: u64,
}

#[repr(C)]
struct KernelRow {
    stub: *const c_void,
    key: *const c_void,
    symbol: *const c_char,
    name: *const c_char,
    /// Of a SIMT kernel how many parameters it has, and the bytes of each; null if it is a tile kernel.
    parameters: *const u32,
}

#[repr(C)]
struct VariableRow {
    /// The host's variable of the same name.
    shadow: *const c_void,
    symbol: *const c_char,
    bytes: u64,
    /// [`TILE`], [`SIMT`] or [`MANAGED`].
    place: u64,
}

/// Places of variables: the program of tile kernels, that of SIMT kernels, and the host's.
const TILE: u64 = 0;
const SIMT: u64 = 1;
const MANAGED: u64 = 2;

/// A variable that kernels have too.
#[derive(Clone)]
pub struct Variable {
    pub place: VariablePlace,
    pub bytes: u64,
}

/// Where kernels have it.
#[derive(Clone)]
pub enum VariablePlace {
    /// In their program: a `__device__` or `__constant__` variable.
    Image(Arc<Image>, String),
    /// Where the host has it: a `__managed__` variable.
    Host(u64),
}

/// The kernels and variables of all objects.
#[derive(Default)]
pub struct Registry {
    /// By the address of the stub and by that of the key.
    kernels: BTreeMap<usize, Arc<Kernel>>,
    variables: BTreeMap<usize, Variable>,
    /// The bytes of managed variables, in the order in which objects came.
    managed: Vec<Range<u64>>,
}

fn registry() -> MutexGuard<'static, Registry> {
    lock(&process().registry)
}

/// The kernel whose stub or key has this address.
pub fn kernel(address: *const c_void) -> Result<Arc<Kernel>, ErrorCode> {
    registry().kernels.get(&(address as usize)).cloned().ok_or(ErrorCode::INVALID_FUNCTION)
}

/// The variable whose host's variable has this address.
pub fn variable(address: *const c_void) -> Result<Variable, ErrorCode> {
    registry().variables.get(&(address as usize)).cloned().ok_or(ErrorCode::INVALID_SYMBOL)
}

/// Registers what an object has. An instantiation that several objects have is that of the first.
///
/// # Safety
/// `table` is one that `tilec build` has written, and stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __tilec_register(table: *const ObjectTable) {
    // SAFETY: the caller's promise.
    let table = unsafe { &*table };
    if table.version != VERSION {
        let found = table.version;
        eprintln!(
            "tilec: an object has tables of version {found}, the run-time library of version {VERSION}"
        );
        std::process::abort();
    }
    // SAFETY: the table has that many rows and bytes.
    let (kernels, variables, bytes, code, simt) = unsafe {
        (
            rows(table.kernels, table.n_kernels as usize),
            rows(table.variables, table.n_variables as usize),
            rows(table.image, table.image_len as usize),
            rows(table.code, table.code_len as usize),
            rows(table.simt, table.simt_len as usize),
        )
    };
    sanitize::at_exit();
    stay(std::ptr::from_ref(table).cast());
    stay(__tilec_register as *const c_void);
    let image = Arc::new(Image::new(bytes, code));
    let simt = Arc::new(Image::of_simt(simt));
    let mut registry = registry();
    for row in kernels {
        // SAFETY: strings of the table end with a zero byte.
        let (symbol, name, sizes) =
            unsafe { (text(row.symbol), text(row.name), sizes(row.parameters)) };
        let stub = row.stub as usize;
        let kernel = Arc::new(match sizes {
            None => Kernel::new(image.clone(), symbol, name, stub),
            Some(sizes) => Kernel::new(simt.clone(), symbol, name, stub).of_simt(sizes),
        });
        let kernel = registry.kernels.entry(stub).or_insert(kernel).clone();
        registry.kernels.entry(row.key as usize).or_insert(kernel);
    }
    for row in variables {
        // SAFETY: as above.
        let symbol = unsafe { text(row.symbol) };
        let (shadow, bytes) = (row.shadow as u64, row.bytes);
        let place = match row.place {
            TILE => VariablePlace::Image(image.clone(), symbol),
            SIMT => VariablePlace::Image(simt.clone(), symbol),
            MANAGED => VariablePlace::Host(shadow),
            _ => continue,
        };
        if let Entry::Vacant(new) = registry.variables.entry(shadow as usize) {
            new.insert(Variable { place, bytes });
            if row.place == MANAGED {
                registry.managed.push(shadow..shadow + bytes);
            }
        }
    }
}

/// Has a shared library stay in the process when the program closes it: its kernels are known by addresses in it, launches of them may wait, and
/// threads that serve other objects too may run its copy of this library.
#[cfg(target_os = "linux")]
fn stay(inside: *const c_void) {
    // SAFETY: an out-pointer to a local; the path is a string that lives as long as the object, which is loaded.
    unsafe {
        let mut found: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(inside, &raw mut found) == 0 || found.dli_fname.is_null() {
            return;
        }
        let flags = libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
        let object = libc::dlopen(found.dli_fname, flags);
        if object.is_null() {
            // An executable, which is not opened by its name. The program does not see that.
            libc::dlerror();
        } else {
            libc::dlclose(object);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn stay(_inside: *const c_void) {}

/// The managed variables behind so many that are known.
pub fn managed_from(known: usize) -> Vec<Range<u64>> {
    registry().managed.get(known..).unwrap_or_default().to_vec()
}

/// # Safety
/// There are `len` rows, or none.
unsafe fn rows<'a, T>(first: *const T, len: usize) -> &'a [T] {
    match len {
        0 => &[],
        // SAFETY: the caller's promise.
        _ => unsafe { std::slice::from_raw_parts(first, len) },
    }
}

/// The sizes of the parameters of a SIMT kernel; nothing if it is a tile kernel.
///
/// # Safety
/// `parameters` is null or points to a number and so many sizes.
unsafe fn sizes(parameters: *const u32) -> Option<Vec<usize>> {
    if parameters.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    let sizes = unsafe { rows(parameters.add(1), *parameters as usize) };
    Some(sizes.iter().map(|&size| size as usize).collect())
}

/// # Safety
/// `text` is a string of C.
unsafe fn text(text: *const c_char) -> String {
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
