//! The releases of CUDA whose tile language the compiler has: one row each.
//!
//! A release is data. Its row says what the predefined macros name; a declaration of the library says with
//! `[[tilec::since(13, 4)]]` which release has it first and with `[[tilec::until(13, 4)]]` which one has it no longer.
//! Bytecode has the version of the release.

use std::fmt;
use std::str::FromStr;

/// A release of CUDA, such as 13.5.37.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Release {
    pub major: u32,
    pub minor: u32,
    /// The build of nvcc.
    pub build: u32,
}

/// The builds of nvcc by release, oldest first.
const RELEASES: &[Release] = &[
    Release { major: 13, minor: 3, build: 73 },
    Release { major: 13, minor: 4, build: 92 },
    Release { major: 13, minor: 5, build: 37 },
];

impl Default for Release {
    /// The latest.
    fn default() -> Release {
        Release::LATEST
    }
}

impl Release {
    /// Oldest first.
    pub const ALL: &[Release] = RELEASES;
    pub const LATEST: Release = RELEASES[RELEASES.len() - 1];

    /// The release of headers whose `CUDART_VERSION` is `version`, 1000 times the major and 10 times the
    /// minor number.
    ///
    /// `None` for releases before CUDA 13, which have no tile code.
    pub fn of_headers(version: u32) -> Option<Release> {
        let (major, minor) = (version / 1000, version % 1000 / 10);
        let known = RELEASES.iter().find(|release| release.numbers() == (major, minor));
        let unknown = Release { major, minor, build: 0 };
        (major >= 13).then_some(known.copied().unwrap_or(unknown))
    }

    /// The numbers that its name consists of.
    pub fn numbers(self) -> (u32, u32) {
        (self.major, self.minor)
    }

    /// The version of the PTX ISA that comes with it: that of CUDA 13.4 is 9.4.
    pub fn ptx(self) -> (u32, u32) {
        (self.major.saturating_sub(4), self.minor)
    }

    /// The macros that name it.
    pub fn macros(self) -> [(&'static str, String); 5] {
        let Release { major, minor, build } = self;
        [
            ("__CUDACC_VER_MAJOR__", major.to_string()),
            ("__CUDACC_VER_MINOR__", minor.to_string()),
            ("__CUDACC_VER_BUILD__", build.to_string()),
            ("__CUDA_API_VER_MAJOR__", major.to_string()),
            ("__CUDA_API_VER_MINOR__", minor.to_string()),
        ]
    }
}

/// Without the build: `13.5`.
impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for Release {
    type Err = String;

    fn from_str(text: &str) -> Result<Release, String> {
        RELEASES.iter().copied().find(|release| release.to_string() == text).ok_or_else(|| {
            let known: Vec<String> = RELEASES.iter().map(Release::to_string).collect();
            format!(
                "there is no release {text} of the tile language; there are {}",
                known.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Release;

    #[test]
    fn names_are_read_back() {
        for &release in Release::ALL {
            assert_eq!(release.to_string().parse(), Ok(release));
        }
        let error = "13.2".parse::<Release>().expect_err("no tile language of this reference");
        assert!(error.contains("13.3, 13.4, 13.5"), "{error}");
    }

    #[test]
    fn releases_are_ordered_and_the_last_is_the_latest() {
        assert!(Release::ALL.is_sorted());
        assert_eq!(Release::ALL.last(), Some(&Release::LATEST));
        assert_eq!(Release::of_headers(13040), "13.4".parse().ok());
        assert_eq!(Release::of_headers(12090), None);
    }
}
