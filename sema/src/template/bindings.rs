//! The template arguments deduced so far.

use smallvec::SmallVec;

use super::signature::Level;
use super::unify::{Clash, Inconsistency};
use crate::ty::{Args, Param, TemplateArg, Types};

/// What is known of the template arguments so far.
#[derive(Clone, Debug)]
pub struct Bindings {
    slots: SmallVec<[Slot; 4]>,
    /// Depth, and the first slot of its parameters.
    levels: SmallVec<[(u16, usize); 2]>,
    /// While the elements of an expansion are matched: which one it is.
    pub(super) element: Option<usize>,
    /// Where the values that are bound come from.
    pub(super) origin: Origin,
    /// Two function templates are ordered.
    pub(super) orders_functions: bool,
}

/// Where an argument comes from, which says whether the type of a value counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// An argument of a template: it has the type of the parameter there, which that of the deduced
    /// one must have too ([temp.deduct.type]/19).
    Argument,
    /// The bound of an array: any integer type will do ([temp.deduct.type]/19, 20).
    Bound,
    /// It was written out and converted to the type of its parameter: nothing is deduced.
    Written,
}

/// An argument, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct KnownArg {
    pub arg: TemplateArg,
    pub origin: Origin,
}

impl KnownArg {
    /// Whether `other` says the same. A value has a type where it was the argument of a template.
    fn agrees(&self, other: &KnownArg) -> bool {
        match (&self.arg, &other.arg) {
            (TemplateArg::Value(a, from), TemplateArg::Value(b, to)) => {
                let is_typed = self.origin == Origin::Argument && other.origin == Origin::Argument;
                a == b && (!is_typed || from == to)
            }
            (a, b) => a == b,
        }
    }

    /// What is known by this and by `other`, which agrees: an argument of a template tells the type.
    fn merge(&mut self, other: KnownArg) {
        if self.origin == Origin::Bound {
            *self = other;
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Slot {
    is_pack: bool,
    /// Was written out; of a pack, that many elements were.
    explicit: usize,
    arg: Option<KnownArg>,
    pack: Vec<Option<KnownArg>>,
    /// All elements of the pack, in place of `pack`: what `tuple<T...>` takes from another tuple costs
    /// nothing for each of them.
    whole: Option<Args>,
    /// An expansion said how many elements the pack has. The elements that were written out are only
    /// the first ones until then.
    has_length: bool,
}

/// What was known of the packs that an expansion expands before its elements were matched.
pub(super) struct Expansion {
    /// Slots, and what was in them.
    known: SmallVec<[(usize, Slot); 2]>,
    element: Option<usize>,
}

impl Slot {
    fn pack_len(&self, types: &Types) -> usize {
        self.whole.map_or(self.pack.len(), |args| types.list(args).len())
    }

    /// The elements of the pack one by one.
    fn elements(&mut self, types: &Types) -> &mut Vec<Option<KnownArg>> {
        if let Some(args) = self.whole.take() {
            self.pack = elements_of(types, args).map(Some).collect();
        }
        &mut self.pack
    }
}

impl Bindings {
    pub fn new(levels: &[Level]) -> Bindings {
        let mut slots = SmallVec::new();
        let mut starts = SmallVec::new();
        for level in levels {
            starts.push((level.depth, slots.len()));
            for param in level.params.list.iter() {
                slots.push(Slot { is_pack: param.is_pack, ..Slot::default() });
            }
        }
        Bindings {
            slots,
            levels: starts,
            element: None,
            origin: Origin::Argument,
            orders_functions: false,
        }
    }

    /// Bindings for one parameter of the given depth: a placeholder.
    pub fn single(depth: u16) -> Bindings {
        Bindings {
            slots: SmallVec::from_iter([Slot::default()]),
            levels: SmallVec::from_iter([(depth, 0)]),
            element: None,
            origin: Origin::Argument,
            orders_functions: false,
        }
    }

    fn slot_of(&self, param: Param) -> Option<usize> {
        let &(_, start) = self.levels.iter().find(|(depth, _)| *depth == param.depth)?;
        let slot = start + usize::from(param.index);
        (slot < self.slots.len()).then_some(slot)
    }

    /// Sets a parameter to an argument that was written out.
    pub fn set_explicit(&mut self, types: &Types, param: Param, arg: TemplateArg) {
        let Some(slot) = self.slot_of(param) else { return };
        let slot = &mut self.slots[slot];
        let arg = KnownArg { arg, origin: Origin::Written };
        slot.explicit += 1;
        if slot.is_pack {
            slot.elements(types).push(Some(arg));
        } else {
            slot.arg = Some(arg);
        }
    }

    /// Whether nothing is left to deduce for the parameter: it was written out, and is not a pack
    /// that may grow.
    pub fn is_explicit(&self, param: Param) -> bool {
        self.slot_of(param)
            .is_some_and(|slot| self.slots[slot].explicit > 0 && !self.slots[slot].is_pack)
    }

    /// How many elements of a pack were written out.
    pub fn n_explicit(&self, param: Param) -> usize {
        self.slot_of(param).map_or(0, |slot| self.slots[slot].explicit)
    }

    /// Whether that element of a pack was written out.
    pub fn is_explicit_element(&self, param: Param, element: usize) -> bool {
        self.slot_of(param).is_some_and(|slot| element < self.slots[slot].explicit)
    }

    /// Begins to match the elements of an expansion of `packs`: each expansion deduces the packs
    /// independently of what was known ([temp.deduct.type]/2), apart from elements written out.
    pub(super) fn begin_expansion(&mut self, types: &Types, packs: &[Param]) -> Expansion {
        let mut known = SmallVec::new();
        for &param in packs {
            let Some(index) = self.slot_of(param) else { continue };
            if !self.slots[index].is_pack || known.iter().any(|(slot, _)| *slot == index) {
                continue;
            }
            let slot = &mut self.slots[index];
            let mut explicit = slot.elements(types).clone();
            explicit.truncate(slot.explicit);
            let fresh =
                Slot { is_pack: true, explicit: slot.explicit, pack: explicit, ..Slot::default() };
            known.push((index, std::mem::replace(slot, fresh)));
        }
        Expansion { known, element: self.element }
    }

    /// The expansion had `len` elements: what they say of each pack agrees with what was known, in
    /// length and in each element.
    pub(super) fn end_expansion(
        &mut self,
        types: &Types,
        expansion: Expansion,
        len: usize,
    ) -> Result<(), Clash> {
        self.element = expansion.element;
        for (index, mut known) in expansion.known {
            let param = self.param_of(index);
            let slot = &mut self.slots[index];
            let n_found = slot.pack_len(types).max(len);
            if known.has_length && known.pack_len(types) != n_found || n_found > len {
                let first = if known.has_length { known.pack_len(types) } else { n_found };
                let second = if known.has_length { n_found } else { len };
                return Err(Clash::PackLength { param, first, second });
            }
            slot.has_length = true;
            if slot.whole.is_some() && (slot.whole == known.whole || !known.has_length) {
                continue;
            }
            slot.elements(types).resize(len, None);
            if !known.has_length {
                continue;
            }
            let pairs = slot.pack.iter_mut().zip(known.elements(types));
            for (found, known) in pairs {
                match (&*found, known.take()) {
                    (Some(found), Some(known)) if !found.agrees(&known) => {
                        let (first, second) = (known.arg, found.arg.clone());
                        let inconsistency = Inconsistency { param, first, second };
                        return Err(Clash::Inconsistent(Box::new(inconsistency)));
                    }
                    (Some(new), Some(mut known)) => {
                        known.merge(new.clone());
                        *found = Some(known);
                    }
                    (None, Some(known)) => *found = Some(known),
                    (_, None) => {}
                }
            }
        }
        Ok(())
    }

    fn param_of(&self, slot: usize) -> Param {
        let level = self.levels.iter().rev().find(|(_, start)| *start <= slot);
        let (depth, start) = level.copied().unwrap_or_default();
        Param { depth, index: (slot - start) as u16, pack: self.slots[slot].is_pack }
    }

    pub fn owns(&self, param: Param) -> bool {
        self.slot_of(param).is_some()
    }

    /// The argument of a parameter that is not a pack.
    pub fn arg(&self, param: Param) -> Option<&TemplateArg> {
        self.known(param).map(|known| &known.arg)
    }

    /// The same, with where it comes from.
    pub(crate) fn known(&self, param: Param) -> Option<&KnownArg> {
        self.slots[self.slot_of(param)?].arg.as_ref()
    }

    /// The list that holds all elements of a pack, which are types, if they were bound as one.
    pub fn whole_pack(&self, param: Param) -> Option<Args> {
        self.slots[self.slot_of(param)?].whole
    }

    /// The elements of a pack; `None` when one of them is unknown.
    pub(crate) fn pack(&self, types: &Types, param: Param) -> Option<Vec<KnownArg>> {
        let slot = &self.slots[self.slot_of(param)?];
        match slot.whole {
            Some(args) => Some(elements_of(types, args).collect()),
            None => slot.pack.iter().cloned().collect(),
        }
    }

    /// Binds all elements of a pack at once; `None` if something is known of it already that may be
    /// another thing.
    pub(super) fn bind_whole(&mut self, param: Param, args: Args) -> Option<()> {
        let slot = self.slot_of(param)?;
        let slot = &mut self.slots[slot];
        if !slot.is_pack || slot.explicit > 0 {
            return None;
        }
        if slot.has_length {
            return (slot.whole == Some(args)).then_some(());
        }
        slot.pack.clear();
        slot.whole = Some(args);
        slot.has_length = true;
        Some(())
    }

    pub(super) fn bind(
        &mut self,
        types: &Types,
        param: Param,
        arg: TemplateArg,
    ) -> Result<(), Clash> {
        let Some(index) = self.slot_of(param) else { return Err(Clash::Mismatch) };
        let slot = &mut self.slots[index];
        let place = if slot.is_pack {
            let element = self.element.unwrap_or(0);
            let pack = slot.elements(types);
            if pack.len() <= element {
                pack.resize(element + 1, None);
            }
            &mut pack[element]
        } else {
            &mut slot.arg
        };
        let arg = KnownArg { arg, origin: self.origin };
        match place {
            Some(old) if old.agrees(&arg) => {
                old.merge(arg);
                Ok(())
            }
            Some(old) => {
                let first = old.arg.clone();
                let inconsistency = Inconsistency { param, first, second: arg.arg };
                Err(Clash::Inconsistent(Box::new(inconsistency)))
            }
            None => {
                *place = Some(arg);
                Ok(())
            }
        }
    }
}

/// The elements of a list that a pack was bound to as a whole.
fn elements_of(types: &Types, args: Args) -> impl Iterator<Item = KnownArg> {
    types.list(args).iter().map(|arg| KnownArg { arg: arg.clone(), origin: Origin::Argument })
}

/// Equal arguments; of values only the value counts, since one of a parameter whose type is not known
/// yet is not converted.
pub(super) fn same_argument(a: &TemplateArg, b: &TemplateArg) -> bool {
    match (a, b) {
        (TemplateArg::Value(a, _), TemplateArg::Value(b, _)) => a == b,
        _ => a == b,
    }
}
