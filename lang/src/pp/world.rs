//! Which headers are the program's, and which are read for their directives alone.
//!
//! Tile code is in the main file, in what lies beside it, and in headers that name tiles. All other
//! headers are *foreign*: those of the toolkit and of the host's libraries, found by `-I`,
//! `-isystem` or where the host compiler finds them. Programs include them for their host code.
//! So unless more is asked for ([`Reading`]) a foreign header is skimmed: its directives are obeyed,
//! its macros are there, and the lines between are not looked at. Where a kernel turns out to need a
//! name that only those lines may declare, the caller reads again and more.
//!
//! A header of the compiler comes before one of the same name in a folder of the toolkit or of the
//! host compiler: the tile library, the scalar types and the part of the standard library that tile
//! code uses are always ours. The other one is entered behind it, as a foreign one, for its macros
//! and what ours does not have.

use crate::lex::{Token, TokenKind};

use super::search::Found;
use super::{PpOptions, Preprocessor};

/// Which foreign headers are read in full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reading {
    /// None of them.
    Program,
    /// Those found in other folders of `-I` than the toolkit's.
    Libraries,
    /// All but the toolkit's and the host compiler's.
    Systems,
    /// Each.
    #[default]
    All,
}

/// The owner of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Origin {
    /// The main file, and what is included by its place beside such a file.
    Program,
    /// A header of the compiler.
    Embedded,
    /// Found in a folder of `-I`, or beside such a header.
    Library,
    /// Found in a folder of `-isystem`, or beside such a header.
    SystemLibrary,
    /// Found in a folder of the toolkit, or of the host compiler's that the command line names.
    Toolkit,
    /// Found where the host compiler finds its headers.
    Host,
}

impl Origin {
    pub fn is_system(self) -> bool {
        match self {
            Origin::Program | Origin::Library => false,
            Origin::Embedded | Origin::SystemLibrary | Origin::Toolkit | Origin::Host => true,
        }
    }
}

/// Files of which each set of system headers has one: a toolkit, parts of one that are installed
/// apart, the libraries of C++ and C.
const MARKS: &[&str] = &[
    "cuda_runtime_api.h",
    "crt/host_defines.h",
    "cuda/std/version",
    "thrust/version.h",
    "cub/version.cuh",
    "nv/target",
    "curand.h",
    "nvtx3/nvToolsExt.h",
    "bits/stl_algobase.h",
    "bits/c++config.h",
    "__config",
    "mm_malloc.h",
    "bits/wordsize.h",
    "stdc-predef.h",
];

impl PpOptions {
    /// Whether a folder is one where the host compiler finds its headers.
    pub(super) fn is_host_dir(&self, dir: &str) -> bool {
        let plain = |dir: &str| dir.trim_end_matches('/').to_owned();
        self.host_dirs.iter().any(|host| plain(host) == plain(dir))
    }
}

impl Preprocessor<'_> {
    /// Whether a folder holds headers of a toolkit, or of a C++ library.
    pub(super) fn is_toolkit_dir(&mut self, dir: &str) -> bool {
        if let Some(&known) = self.headers.toolkit_dirs.get(dir) {
            return known;
        }
        let has_mark = |mark: &&str| self.loader.exists(&super::search::join(dir, mark));
        let is_toolkit = MARKS.iter().any(has_mark);
        self.headers.toolkit_dirs.insert(dir.into(), is_toolkit);
        is_toolkit
    }

    /// Whether a file is there for host code.
    pub(super) fn is_foreign(&self, found: &Found) -> bool {
        match found.origin {
            Origin::Program | Origin::Embedded => false,
            Origin::Toolkit | Origin::Host => true,
            Origin::Library | Origin::SystemLibrary => !self.names_tiles(&found.text),
        }
    }

    /// Whether nothing but the directives of a foreign file is wanted.
    pub(super) fn is_skimmed(&self, origin: Origin) -> bool {
        match origin {
            Origin::Library => self.options.reading < Reading::Libraries,
            Origin::SystemLibrary => self.options.reading < Reading::Systems,
            Origin::Toolkit | Origin::Host => self.options.reading < Reading::All,
            Origin::Program | Origin::Embedded => false,
        }
    }

    /// Whether nothing but the directives of a toolkit's header is wanted because the compiler has its own. The
    /// toolkit's other headers may use what those of its C++ library declare besides what C++ has.
    pub(super) fn is_replaced(&self, found: &Found) -> bool {
        let is_library = found.path.contains("/cuda/std/");
        found.is_replaced && !(is_library && self.options.reading == Reading::All)
    }

    /// Counts what the program, or a header that is read in full, includes and does not see.
    pub(super) fn count_skimmed(&mut self, found: &[Found]) {
        let is_counted = self.file_frame().is_none_or(|file| !file.is_skimmed);
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return };
        let has_own = first.origin == Origin::Embedded && last.origin == Origin::Host;
        let is_skimmed = self.is_foreign(last) && self.is_skimmed(last.origin);
        self.result.n_skimmed += usize::from(is_counted && is_skimmed && !has_own);
    }

    /// Whether a text may have tile code.
    fn names_tiles(&self, text: &str) -> bool {
        let marks = ["__tile", "cuda_tile", "cuda::tiles", "cutile"];
        marks.iter().any(|mark| text.contains(mark))
            || self.headers.tile_words.iter().any(|word| text.contains(&**word))
    }

    /// Whether the file that is read is a system header and has no say in what a name means to the
    /// preprocessor: it is a macro of the compiler's own headers, or a word of the language here.
    pub(super) fn is_kept_from_foreign(&self, name: Token) -> bool {
        let origin = self.file_frame().map_or(Origin::Program, |file| file.origin);
        if !matches!(origin, Origin::SystemLibrary | Origin::Toolkit | Origin::Host) {
            return false;
        }
        name.kind.is_keyword()
            || self.macros.get(name.name).is_some_and(|id| self.macros[id].is_embedded)
    }

    /// Notes a macro of the program that stands for the specifiers of tile code.
    pub(super) fn note_tile_word(&mut self, name: Token, body: &[Token]) {
        let names_tiles = |token: &Token| match token.kind {
            TokenKind::KwTile | TokenKind::KwTileGlobal => true,
            TokenKind::Ident => {
                let text = self.interner.text(token.name);
                self.headers.tile_words.iter().any(|word| &**word == text)
            }
            _ => false,
        };
        let is_ours = self.file_frame().is_some_and(|file| file.origin == Origin::Embedded);
        if !is_ours && body.iter().any(names_tiles) {
            let text = self.interner.text(name.name).into();
            self.headers.tile_words.push(text);
        }
    }
}
