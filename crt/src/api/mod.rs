//! The functions of the runtime API, a module for each section of their page.
//!
//! Each function is one entry of [`api!`]: what it does on the CPU device, its parameters and its body. The table of all
//! functions, which the page and the errors for missing functions are made from, comes of the same entries.

pub mod edges;
pub mod errors;
pub mod events;
pub mod execution;
pub mod graphs;
pub mod management;
pub mod memory;
pub mod nodes;
pub mod pools;
pub mod stream;
pub mod symbols;

/// A function that the library has.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub name: &'static str,
    /// What it does on the CPU device.
    pub text: &'static str,
}

/// All functions, by section.
pub const SECTIONS: &[(&str, &[Function])] = &[
    ("Memory", memory::FUNCTIONS),
    ("Memory pools", pools::FUNCTIONS),
    ("Variables", symbols::FUNCTIONS),
    ("Streams", stream::FUNCTIONS),
    ("Events", events::FUNCTIONS),
    ("Execution", execution::FUNCTIONS),
    ("Graphs", graphs::FUNCTIONS),
    ("Nodes of graphs", nodes::FUNCTIONS),
    ("Edges of graphs", edges::FUNCTIONS),
    ("Devices", management::FUNCTIONS),
    ("Errors", errors::FUNCTIONS),
];

/// Whether the library has a function.
pub fn has(name: &str) -> bool {
    SECTIONS.iter().any(|(_, functions)| functions.iter().any(|function| function.name == name))
}

/// Defines functions of the API that return an error, and the table of them. Another result is that of a function which
/// has one, `-> TYPE`.
macro_rules! api {
    (
        $($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*
    ) => {
        /// The functions of this section.
        pub const FUNCTIONS: &[$crate::api::Function] = &[
            $($crate::api::Function { name: stringify!($name), text: concat!($($doc),+) }),*
        ];

        $(
            $(#[doc = $doc])+
            ///
            /// # Safety
            /// Pointers are what CUDA's documentation of the function asks for.
            #[allow(unused_unsafe, reason = "not every body has something unsafe")]
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $ty),*) -> i32 {
                // SAFETY: the caller keeps to the documentation of the function.
                let started = $crate::trace::now();
                let made = unsafe {
                    let body = move || -> Result<(), $crate::error::ErrorCode> { $body };
                    body()
                };
                $crate::trace::call(stringify!($name), started);
                $crate::error::returned(made)
            }

            /// The same in a source whose null stream is that of the thread.
            const _: () = {
                #[unsafe(export_name = concat!(stringify!($name), "_ptsz"))]
                unsafe extern "C" fn of_thread($($arg: $ty),*) -> i32 {
                    // SAFETY: the caller keeps to the documentation of the function.
                    $crate::api::stream::with_stream_of_thread(|| unsafe { $name($($arg),*) })
                }
            };
        )*
    };
}
pub(crate) use api;

/// Writes a result where the program wants it.
///
/// # Errors
/// It wants it nowhere.
///
/// # Safety
/// `to` is null or may be written.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) -> Result<(), crate::error::ErrorCode> {
    if to.is_null() {
        return Err(crate::error::ErrorCode::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    unsafe { to.write(value) };
    Ok(())
}
