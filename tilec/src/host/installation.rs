//! An installation of GCC: where its headers are, and which release it is.
//!
//! Found as Clang finds an installation of GCC: by its folders, without starting it. The host's own
//! compiler compiles the host code; here its headers are only looked at for what kernels may need.

use std::fs;
use std::path::Path;

/// Folders with an installation of GCC for each target and release.
const ROOTS: &[&str] = &["/usr/lib/gcc", "/usr/lib64/gcc", "/usr/local/lib/gcc"];

/// The targets that code of the host is for.
const TRIPLES: &[&str] =
    &["x86_64-linux-gnu", "x86_64-redhat-linux", "x86_64-suse-linux", "x86_64-pc-linux-gnu"];

/// An installation of GCC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installation {
    /// In the order in which it searches them.
    pub dirs: Vec<String>,
    pub release: [u32; 3],
}

impl Installation {
    /// The latest release of GCC that has headers of C++; `None` if there is no such.
    pub fn find() -> Option<Installation> {
        let mut best: Option<([u32; 3], Installation)> = None;
        for (root, triple) in ROOTS.iter().flat_map(|root| TRIPLES.iter().map(move |t| (root, t))) {
            let Ok(entries) = fs::read_dir(format!("{root}/{triple}")) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let Some(named) = release(&name) else { continue };
                if best.as_ref().is_some_and(|(known, _)| *known >= named) {
                    continue;
                }
                if let Some(host) = Installation::at(root, triple, &name, named) {
                    best = Some((named, host));
                }
            }
        }
        best.map(|(_, host)| host)
    }

    fn at(root: &str, triple: &str, name: &str, named: [u32; 3]) -> Option<Installation> {
        let prefix = if root.starts_with("/usr/local") { "/usr/local" } else { "/usr" };
        let library = format!("{prefix}/include/c++/{name}");
        if !Path::new(&library).join("vector").is_file() {
            return None;
        }
        let own = format!("{root}/{triple}/{name}");
        let mut dirs = vec![
            library.clone(),
            // Debian's place, and everybody else's.
            format!("{prefix}/include/{triple}/c++/{name}"),
            format!("{library}/{triple}"),
            format!("{library}/backward"),
            format!("{own}/include"),
            "/usr/local/include".to_owned(),
            format!("/usr/include/{triple}"),
            "/usr/include".to_owned(),
        ];
        dirs.retain(|dir| Path::new(dir).is_dir());
        let release = release_of_object(&format!("{own}/crtbegin.o")).unwrap_or(named);
        Some(Installation { dirs, release })
    }
}

/// The release that an object file was compiled by: `GCC: (Debian 12.2.0-14) 12.2.0`.
fn release_of_object(path: &str) -> Option<[u32; 3]> {
    let bytes = fs::read(path).ok()?;
    let mark = b"GCC: (";
    let at = bytes.windows(mark.len()).position(|window| window == mark)?;
    let line = bytes.get(at..)?.split(|byte| *byte == 0).next()?;
    let text = std::str::from_utf8(line).ok()?;
    release(text.rsplit_once(") ")?.1.split(' ').next()?)
}

/// `12`, `12.2` or `12.2.0`.
fn release(text: &str) -> Option<[u32; 3]> {
    let mut release = [0; 3];
    for (index, part) in text.split('.').enumerate() {
        *release.get_mut(index)? = part.parse().ok()?;
    }
    Some(release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases() {
        assert_eq!(release("12"), Some([12, 0, 0]));
        assert_eq!(release("12.2.1"), Some([12, 2, 1]));
        assert_eq!(release("12-win32"), None);
        assert_eq!(release("include"), None);
    }

    /// What it says of itself, where it is installed.
    #[test]
    fn the_installation_is_that_of_the_compiler() {
        let said = std::process::Command::new("g++").arg("-dumpfullversion").output();
        let (Ok(said), Some(host)) = (said, Installation::find()) else { return };
        let said = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        if said.split('.').next() == Some(&host.release[0].to_string()) {
            assert_eq!(release(&said), Some(host.release));
        }
        assert!(Path::new(&host.dirs[0]).join("vector").is_file());
    }
}
