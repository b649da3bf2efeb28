//! Rewrites of single entries, each of which is kept only if its kernel is better with it.
//!
//! The module is copied once, for the first entry that is rewritten, and a rewrite that is not kept is undone in that copy.
//! So the time of a pass is the sum of the times of its entries.

use ir::{Entry, Module};

/// A module, and what becomes of its entries.
pub struct EntryRewrites<'a> {
    module: &'a Module,
    changed: Option<Module>,
    has_kept: bool,
}

impl<'a> EntryRewrites<'a> {
    pub fn of(module: &'a Module) -> EntryRewrites<'a> {
        EntryRewrites { module, changed: None, has_kept: false }
    }

    /// Rewrites an entry, and undoes that unless `rewrite` says that it is better then; whether it is.
    pub fn attempt(&mut self, entry: Entry, rewrite: impl FnOnce(&mut Module) -> bool) -> bool {
        let changed = self.changed.get_or_insert_with(|| self.module.clone());
        let before = changed.entries[entry].clone();
        let is_kept = rewrite(changed);
        if is_kept {
            self.has_kept = true;
        } else {
            changed.entries[entry] = before;
        }
        is_kept
    }

    /// The module with the rewrites that were kept; `None` if there are none.
    pub fn into_module(self) -> Option<Module> {
        self.changed.filter(|_| self.has_kept)
    }
}
