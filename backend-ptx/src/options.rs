//! The user's options besides the target.

/// What the user may choose besides the target.
#[derive(Clone, Debug, Default)]
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
}
