//! Where in the program a call was made.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;

use super::is_on;

/// A call of the program; nothing is kept of it without the sanitizer.
#[derive(Clone, Default, Debug)]
pub struct Site(Option<Arc<Backtrace>>);

/// What stands for a place of which nothing is known.
const UNKNOWN: &str = "<unknown>";

thread_local! {
    /// The place of a launch, whose kernel's stub is called after its configuration.
    static GIVEN: ManuallyDrop<RefCell<Site>> =
        const { ManuallyDrop::new(RefCell::new(Site(None))) };
}

/// Makes a call for which a place was given.
pub fn with_site<T>(site: Site, call: impl FnOnce() -> T) -> T {
    let before = GIVEN.with(|given| given.replace(site));
    let made = call();
    GIVEN.with(|given| given.replace(before));
    made
}

impl Site {
    /// The call that this thread makes.
    pub fn here() -> Site {
        if !is_on() {
            return Site(None);
        }
        let given = GIVEN.with(|given| given.borrow().clone());
        match given.0 {
            Some(_) => given,
            None => Site(Some(Arc::new(Backtrace::force_capture()))),
        }
    }

    /// `FILE:LINE` of the source, or the function where there is no table of lines.
    pub fn place(&self) -> String {
        match &self.0 {
            Some(trace) => place_in(&trace.to_string()),
            None => UNKNOWN.to_owned(),
        }
    }
}

/// The first place of a stack that is the program's: neither the library's, which is Rust, nor that of a header of tilec or of the system.
/// A file that is there goes before one that is not.
fn place_in(trace: &str) -> String {
    let (mut function, mut first) = (None, None);
    let mut last = "";
    for line in trace.lines().map(str::trim_start) {
        match line.strip_prefix("at ") {
            Some(at) if is_of_program(at) => {
                let at = at.strip_prefix("./").unwrap_or(at);
                // Columns are those of the text that the host compiler read.
                let end = at.match_indices(':').map(|(end, _)| end).nth(1);
                let place = &at[..end.unwrap_or(at.len())];
                if is_here(place) {
                    return place.to_owned();
                }
                first.get_or_insert(place);
            }
            Some(_) => {}
            None => {
                let name = line.split_once(": ").map_or(line, |(_, name)| name);
                if last.starts_with("cuda") && !name.starts_with("cuda") && function.is_none() {
                    function = Some(name.to_owned());
                }
                last = name;
            }
        }
    }
    let function = || function.map_or_else(|| UNKNOWN.to_owned(), |name| format!("in {name}"));
    first.map_or_else(function, str::to_owned)
}

/// Whether the file is on this machine. Those of the C library are not, where it has a table of lines.
fn is_here(place: &str) -> bool {
    place.rsplit_once(':').is_some_and(|(file, _)| Path::new(file).is_file())
}

/// Folders of the system's headers and of those of compilers: the user's line is the one that calls them.
const FOREIGN: &[&str] =
    &["/usr/include/", "/usr/lib/", "/include/c++/", "/lib/gcc/", "/lib/clang/"];

fn is_of_program(at: &str) -> bool {
    let file = at.split(':').next().unwrap_or_default();
    let is_foreign = FOREIGN.iter().any(|folder| file.contains(folder));
    !is_foreign && !file.ends_with(".rs") && !file.contains("<tilec>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_of_the_program() {
        let trace = "   0: std::backtrace::Backtrace::create\n             at /rustc/x/backtrace.rs:331:13\n   \
                     1: tilecrt::sanitize::site::Site::here\n   2: cudaMalloc\n   \
                     3: cudaError cudaMalloc<int>(int**, unsigned long)\n             at ./<tilec>/cuda_runtime.h:22:10\n   \
                     3: std::accumulate<int*>\n             at /usr/include/c++/12/bits/stl_numeric.h:141:22\n   \
                     4: main\n             at ./folder/x.cu:12:3\n";
        assert_eq!(place_in(trace), "folder/x.cu:12");
        let without_lines = "   2: cudaMalloc\n   3: setup()\n   4: main\n";
        assert_eq!(place_in(without_lines), "in setup()");
        assert_eq!(place_in(""), UNKNOWN);
        let in_library = "   1: memmove\n             at string/../sysdeps/memmove.S:271:1\n   2: main\n             at ./Cargo.toml:4:1\n";
        assert_eq!(place_in(in_library), "Cargo.toml:4");
    }
}
