//! The user's options besides the target.

/// What the user may choose besides the target.
#[derive(Clone, Debug)]
pub struct Options {
    /// Comment lines at the top of the text.
    pub header: Vec<String>,
    /// Warps per CTA, instead of the estimate.
    pub warps: Option<u32>,
    /// Whether code is marked with the lines that it comes from.
    pub line_info: bool,
    /// Whether remarks tell what was chosen.
    pub remarks: bool,
    /// Whether each kernel is proved to read no register that may not have been written
    /// ([`ptx::verify`](crate::ptx::verify)); builds with debug assertions always do so. Schedules are verified in every build.
    pub verify: bool,
    /// Whether a kernel whose pipeline turns out to be wrong is compiled without it; else that is an error. By default builds
    /// with debug assertions have the error.
    pub avoid_faults: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            header: Vec::new(),
            warps: None,
            line_info: false,
            remarks: false,
            verify: false,
            avoid_faults: !cfg!(debug_assertions),
        }
    }
}
