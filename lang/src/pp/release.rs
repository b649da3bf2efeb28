//! The release of CUDA whose compiler the predefined macros name.

/// A release of CUDA, such as 13.5.37.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Release {
    pub major: u32,
    pub minor: u32,
    /// The build of nvcc.
    pub build: u32,
}

/// The builds of nvcc by release, oldest first.
const BUILDS: &[Release] = &[
    Release { major: 13, minor: 3, build: 73 },
    Release { major: 13, minor: 4, build: 92 },
    Release { major: 13, minor: 5, build: 37 },
];

impl Default for Release {
    /// The release whose reference the tile library follows.
    fn default() -> Release {
        BUILDS[0]
    }
}

impl Release {
    /// The release of headers whose `CUDART_VERSION` is `version`, 1000 times the major and 10 times the
    /// minor number.
    ///
    /// `None` for releases before CUDA 13, which have no tile code.
    pub fn of_headers(version: u32) -> Option<Release> {
        let (major, minor) = (version / 1000, version % 1000 / 10);
        let build = BUILDS.iter().find(|release| (release.major, release.minor) == (major, minor));
        let build = build.map_or(0, |release| release.build);
        (major >= 13).then_some(Release { major, minor, build })
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
