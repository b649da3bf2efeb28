//! A toolkit among the folders that a command line searches for headers, and the headers of ours that
//! the host compiler gets beside it or in its place.
//!
//! Programs that include headers of a toolkit need what those declare: the runtime's functions and the
//! device's, the scalar types with all of their members. So a toolkit on the path is read as nvcc reads
//! it, and only the tile library is ours. Where none is, headers of ours declare the runtime.
//!
//! nvcc is part of a toolkit and finds its headers without being told. So if a header is missing that an
//! installed toolkit has, the command line is taken to name that toolkit ([`installed`]).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use lang::pp::{PpOptions, Release};

/// The files by which a folder is known as that of a toolkit's headers.
const MARKS: &[&str] = &["cuda_runtime.h", "crt/host_defines.h"];

/// Where toolkits since CUDA 13 have the C++ library of CUDA, below their headers.
const LIBRARY: &str = "cccl";

/// The variables of the environment that name the folder of an installed toolkit.
const VARIABLES: &[&str] = &["CUDA_HOME", "CUDA_PATH"];

/// Where a toolkit is installed if none of them is set.
const DEFAULT: &str = "/usr/local/cuda";

/// The folder of a toolkit's headers among those of the command line.
pub fn of(options: &PpOptions) -> Option<&str> {
    let PpOptions { quote_dirs, include_dirs, system_dirs, after_dirs, .. } = options;
    let dirs = [quote_dirs, include_dirs, system_dirs, after_dirs];
    dirs.into_iter().flatten().find(|dir| is_toolkit(dir)).map(String::as_str)
}

/// The options without the headers of a toolkit.
pub fn without(mut options: PpOptions) -> PpOptions {
    let PpOptions { quote_dirs, include_dirs, system_dirs, after_dirs, .. } = &mut options;
    for dirs in [quote_dirs, include_dirs, system_dirs, after_dirs] {
        let parts = libraries(dirs.iter());
        dirs.retain(|dir| !is_toolkit(dir) && !parts.contains(dir));
    }
    options
}

fn is_toolkit(dir: &str) -> bool {
    MARKS.iter().all(|mark| Path::new(dir).join(mark).is_file())
}

/// Searches more system folders. The release is that of the first toolkit which is then searched, unless the command
/// line names it.
pub fn add_system_dirs(options: &mut PpOptions, dirs: impl IntoIterator<Item = String>) {
    options.system_dirs.extend(dirs);
    let PpOptions { quote_dirs, include_dirs, system_dirs, after_dirs, .. } = &*options;
    let all = [quote_dirs, include_dirs, system_dirs, after_dirs];
    if !options.is_release_named {
        options.release = release(all.into_iter().flatten()).unwrap_or_default();
    }
}

/// The folders of the installed toolkit, if it has one of the headers that were looked for in vain, and
/// the options name no toolkit.
pub fn installed(options: &PpOptions, missing: &[Box<str>]) -> Vec<String> {
    if missing.is_empty() || of(options).is_some() {
        return Vec::new();
    }
    let mut headers = homes().map(|home| home.join("include").to_string_lossy().into_owned());
    let Some(include) = headers.find(|dir| is_toolkit(dir)) else { return Vec::new() };
    let library = libraries(std::iter::once(&include));
    let dirs: Vec<String> = std::iter::once(include).chain(library).collect();
    let has = |name: &str| dirs.iter().any(|dir| Path::new(dir).join(name).is_file());
    if missing.iter().any(|name| has(name)) { dirs } else { Vec::new() }
}

/// Where a toolkit may be installed.
pub fn homes() -> impl Iterator<Item = PathBuf> {
    let named = VARIABLES.iter().filter_map(std::env::var_os).filter(|dir| !dir.is_empty());
    named.map(PathBuf::from).chain([PathBuf::from(DEFAULT)])
}

/// The folders of the installed toolkit, if it has the C++ library of CUDA, whose types have other symbols
/// than those of `std` that stand in for them in tile code.
pub fn library_of_installed(options: &PpOptions) -> Vec<String> {
    installed(options, &["cuda/std/version".into()])
}

/// The folders of the C++ library of CUDA that nvcc adds to those of `-isystem` for each toolkit.
pub fn libraries<'d>(dirs: impl Iterator<Item = &'d String>) -> Vec<String> {
    let library = |dir: &String| {
        let library = Path::new(dir).join(LIBRARY);
        (is_toolkit(dir) && library.is_dir()).then(|| library.to_string_lossy().into_owned())
    };
    dirs.filter_map(library).collect()
}

/// The header of a toolkit that says which release it is of, and the macro that says it.
const RELEASE_HEADER: &str = "cuda_runtime_api.h";
const RELEASE_MACRO: &str = "#define CUDART_VERSION";
/// The macro is among the first of so many bytes.
const RELEASE_BYTES: u64 = 64 << 10;

/// The release of the first toolkit among some folders: headers such as those of CUB refuse to be compiled
/// by the nvcc of another release.
pub fn release<'d>(dirs: impl IntoIterator<Item = &'d String>) -> Option<Release> {
    dirs.into_iter().find_map(|dir| {
        let file = File::open(Path::new(dir).join(RELEASE_HEADER)).ok()?;
        let mut head = Vec::new();
        file.take(RELEASE_BYTES).read_to_end(&mut head).ok()?;
        let head = String::from_utf8_lossy(&head);
        let values = head.lines().filter_map(|line| line.strip_prefix(RELEASE_MACRO));
        let version = values.filter_map(|value| value.trim().parse().ok()).next()?;
        Release::of_headers(version)
    })
}

/// Headers of a toolkit that those of Clang include, and that `tilec_simt.h` stands in for.
pub const PARTS_FOR_CLANG: &[&str] = &["crt/sm_70_rt.hpp", "crt/sm_80_rt.hpp"];

/// Where a header of ours stands in the order of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before every folder of the command line.
    First,
    /// Behind them.
    Last,
}

impl Place {
    pub fn folder(self) -> &'static str {
        match self {
            Place::First => "first",
            Place::Last => "last",
        }
    }
}

/// A header: its place, name and text.
pub type Header = (Place, &'static str, &'static str);

/// The headers of ours that the host compiler gets.
pub fn own_headers(has_toolkit: bool) -> Vec<Header> {
    let is_host = |name: &str| stdlib::HOST_HEADERS.iter().any(|(host, _)| *host == name);
    // The rest is the host's own C++ library.
    let is_cudas = |name: &str| name.starts_with("cuda") || name.starts_with("crt/");
    let shared = stdlib::HEADERS.iter().filter(|(name, _)| is_cudas(name) && !is_host(name));
    let all = stdlib::HOST_HEADERS.iter().chain(shared);
    let mut headers = Vec::new();
    for &(name, text) in all {
        let is_tiles = name.starts_with("cuda_tile") || name.starts_with("crt/");
        let is_own = is_tiles || name.starts_with("tilec");
        let text = if has_toolkit && stdlib::OF_RUNTIME.contains(&name) { RUNTIME } else { text };
        headers.push(match () {
            () if is_own => (Place::First, name, text),
            // A header of the toolkit hides ours of the same name.
            () if has_toolkit || name.starts_with("cuda/") => (Place::Last, name, text),
            () => (Place::First, name, text),
        });
    }
    headers
}

/// What stands in the place of a header of the tile library whose names a toolkit's runtime declares.
/// Besides them the library's header brings these of C++.
const RUNTIME: &str = "#pragma once\n\n\
    #include <cassert>\n#include <cstdint>\n#include <type_traits>\n\
    #include <cuda_runtime.h>\n";
