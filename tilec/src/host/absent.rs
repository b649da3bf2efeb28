//! Functions of CUDA that the run-time library of whole programs does not have.
//!
//! In: the text of a header of ours. Out: the same with each of those functions marked as one whose call is an
//! error: a program learns of it where it calls the function, not from a linker.

/// The macro that stands for the attribute in headers.
pub const MACRO: &str = "__TILEC_ABSENT";

/// The attribute of functions that are not there.
pub const ATTRIBUTE: &str = "__attribute__((error(\"the run-time library of tilec does not have this function: docs/runtime-api.md\")))";

/// What declarations of functions of CUDA begin with.
const RESULTS: &[&str] = &["cudaError_t ", "CUresult "];

/// A header with the attribute on each function that is missing.
pub fn marked(header: &str) -> String {
    let mut marked = String::with_capacity(header.len());
    for line in header.split_inclusive('\n') {
        if declared(line).is_some_and(|name| !crt::api::has(name)) {
            marked.push_str(MACRO);
            marked.push(' ');
        }
        marked.push_str(line);
    }
    marked
}

/// The function that a line declares. Functions that a header defines are present.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_end().strip_suffix(");")?;
    let behind = RESULTS.iter().find_map(|result| line.strip_prefix(result))?;
    let (name, _) = behind.split_once('(')?;
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_missing_are_marked() {
        let header = "a\ncudaError_t cudaMalloc(void **);\ncudaError_t cudaMagic(int);\nb\n";
        let expected =
            "a\ncudaError_t cudaMalloc(void **);\n__TILEC_ABSENT cudaError_t cudaMagic(int);\nb\n";
        assert_eq!(marked(header), expected);
    }

    /// The library has no function that programs cannot call.
    #[test]
    fn every_function_of_the_library_is_declared() {
        let header = stdlib::HOST_HEADERS.iter().find(|(name, _)| *name == "cuda_runtime_api.h");
        let text = header.map_or("", |(_, text)| text);
        for (_, functions) in crt::api::SECTIONS {
            for function in *functions {
                assert!(
                    text.contains(&format!(" {}(", function.name))
                        || text.contains(&format!("*{}(", function.name)),
                    "{}",
                    function.name
                );
            }
        }
    }
}
