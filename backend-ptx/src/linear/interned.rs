//! Interned layouts: compared and stored by id.

use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

use crate::linear::layout::LinearLayout;

/// A layout of a [`Layouts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayoutId(u32);
entity_impl!(LayoutId, "layout");

/// Owns the layouts of one kernel. Ids are in order of first use.
#[derive(Default)]
pub struct Layouts {
    all: PrimaryMap<LayoutId, LinearLayout>,
    ids: FxHashMap<LinearLayout, LayoutId>,
}

impl Layouts {
    pub fn intern(&mut self, layout: LinearLayout) -> LayoutId {
        if let Some(&id) = self.ids.get(&layout) {
            return id;
        }
        let id = self.all.push(layout.clone());
        self.ids.insert(layout, id);
        id
    }

    pub fn iter(&self) -> impl Iterator<Item = (LayoutId, &LinearLayout)> {
        self.all.iter()
    }
}

impl std::ops::Index<LayoutId> for Layouts {
    type Output = LinearLayout;

    fn index(&self, id: LayoutId) -> &LinearLayout {
        &self.all[id]
    }
}
