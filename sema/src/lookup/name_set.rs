//! Sets of names, for questions that are asked more often than answered with yes.

use lang::base::Name;

use crate::entity::DeclName;

/// So many words has a set at most: sets of many namespaces take memory in proportion to their number.
const MAX_WORDS: usize = 128;

/// Names, a bit for each identifier up to the size of the set, behind which identifiers share bits. A set with a name of
/// another kind may have all of those.
#[derive(Clone, Debug, Default)]
pub struct NameSet {
    bits: Vec<u64>,
    has_others: bool,
}

impl NameSet {
    pub fn insert(&mut self, name: DeclName) {
        match name {
            DeclName::Identifier(name) => self.insert_identifier(name),
            _ => self.has_others = true,
        }
    }

    pub fn insert_identifier(&mut self, name: Name) {
        let (word, bit) = place(name);
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= bit;
    }

    /// Whether the set may have a name.
    pub fn may_have(&self, name: DeclName) -> bool {
        match name {
            DeclName::Identifier(name) => {
                let (word, bit) = place(name);
                self.bits.get(word).is_some_and(|bits| bits & bit != 0)
            }
            _ => self.has_others,
        }
    }
}

fn place(name: Name) -> (usize, u64) {
    (name.index() / 64 % MAX_WORDS, 1 << (name.index() % 64))
}

#[cfg(test)]
mod tests {
    use lang::ast::OverloadedOperator;
    use lang::base::Interner;

    use super::NameSet;
    use crate::entity::DeclName;

    #[test]
    fn a_set_has_the_identifiers_that_were_inserted() {
        let mut interner = Interner::new();
        let names: Vec<_> = (0..200).map(|i| interner.intern(&format!("v{i}"))).collect();
        let mut set = NameSet::default();
        names.iter().step_by(3).for_each(|&name| set.insert_identifier(name));
        for (index, &name) in names.iter().enumerate() {
            assert_eq!(set.may_have(DeclName::Identifier(name)), index % 3 == 0);
        }
        let call = DeclName::Operator(OverloadedOperator::Call);
        assert!(!set.may_have(call));
        set.insert(call);
        assert!(set.may_have(call) && set.may_have(DeclName::Constructor));
    }
}
