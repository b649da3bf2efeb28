//! The open documents, and the loader that puts them in the place of the files on disk.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use lang::base::{Obstacle, SourceLoader};

use super::uri::normalize;
use crate::session::FileLoader;

/// The texts that editors hold, by path; shared by the main loop, which changes them, and the
/// workers, which compile them.
#[derive(Default)]
pub struct Documents {
    open: RwLock<BTreeMap<String, Arc<str>>>,
}

impl Documents {
    pub fn set(&self, path: &str, text: Arc<str>) {
        self.open.write().unwrap_or_else(PoisonError::into_inner).insert(path.into(), text);
    }

    pub fn remove(&self, path: &str) {
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(path);
    }

    pub fn get(&self, path: &str) -> Option<Arc<str>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.get(path).or_else(|| open.get(&normalize(path))).cloned()
    }
}

impl SourceLoader for Documents {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.get(path).or_else(|| FileLoader.load(path))
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        FileLoader.obstacle(path)
    }

    fn list(&self, path: &str) -> Vec<String> {
        FileLoader.list(path)
    }
}

/// The documents with other text in one of them: used for questions about text that is not written
/// yet.
pub struct Overlaid<'a> {
    pub documents: &'a dyn SourceLoader,
    pub path: &'a str,
    pub text: Arc<str>,
}

impl SourceLoader for Overlaid<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if path == self.path { Some(self.text.clone()) } else { self.documents.load(path) }
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        self.documents.obstacle(path)
    }

    fn list(&self, path: &str) -> Vec<String> {
        self.documents.list(path)
    }
}
