//! The texts of a program in memory, and the file system for other headers.

use std::collections::HashMap;
use std::sync::Arc;

use lang::base::{Obstacle, SourceLoader};

use crate::session::FileLoader;

/// The folder in which the headers of a program are for `#include <...>`.
pub const FOLDER: &str = "<program>";

/// Texts by their names.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    pub files: HashMap<String, Arc<str>>,
}

impl MemoryLoader {
    fn own(&self, path: &str) -> Option<&Arc<str>> {
        let inside = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
        let name = inside.or(path.strip_prefix("./")).unwrap_or(path);
        self.files.get(name)
    }
}

impl SourceLoader for MemoryLoader {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.own(path).cloned().or_else(|| FileLoader.load(path))
    }

    fn exists(&self, path: &str) -> bool {
        self.own(path).is_some() || FileLoader.exists(path)
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        let own = self.own(path).map(|text| text.as_bytes().to_vec());
        own.or_else(|| FileLoader.load_bytes(path))
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        FileLoader.obstacle(path)
    }
}
