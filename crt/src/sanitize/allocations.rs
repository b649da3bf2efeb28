//! The allocations of the program: where it has made and freed them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Note, Site};

/// Memory, by its first address.
#[derive(Default)]
pub struct Allocations {
    all: BTreeMap<u64, Allocation>,
}

struct Allocation {
    bytes: u64,
    allocated: Site,
    freed: Option<Site>,
}

/// An address so far behind memory is not taken for an access of it.
const NEAR: u64 = 1 << 32;

impl Allocations {
    pub(super) fn allocated(&mut self, address: u64, bytes: u64, site: Site) {
        // Addresses of managed and pinned memory come again.
        self.all.insert(address, Allocation { bytes, allocated: site, freed: None });
    }

    /// Notes that memory is freed; gives its addresses.
    pub(super) fn freed(&mut self, address: u64, site: Site) -> Option<Range<u64>> {
        let known = self.all.get_mut(&address).filter(|it| it.freed.is_none())?;
        known.freed = Some(site);
        Some(address..address + known.bytes)
    }

    /// Where the memory was allocated that has an address, or that it is behind of, and freed.
    pub(super) fn describe(&self, address: u64) -> Vec<Note> {
        let Some((&start, known)) = self.all.range(..=address).next_back() else {
            return Vec::new();
        };
        let offset = address - start;
        if offset >= known.bytes.saturating_add(NEAR) {
            return Vec::new();
        }
        let at = match offset.checked_sub(known.bytes) {
            Some(behind) => format!("{behind} bytes behind memory of {} bytes", known.bytes),
            None => format!("at byte {offset} of memory of {} bytes", known.bytes),
        };
        let mut notes = vec![(known.allocated.place(), format!("{at} that was allocated here"))];
        notes.extend(known.freed.as_ref().map(|freed| (freed.place(), "freed here".to_owned())));
        notes
    }

    /// The same for each address that a message names.
    pub(super) fn describe_all(&self, message: &str) -> Vec<Note> {
        let words = message.split(|c: char| !c.is_ascii_alphanumeric());
        let addresses =
            words.filter_map(|word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok());
        addresses.flat_map(|address| self.describe(address)).collect()
    }

    /// Whether memory that was or is allocated has an address.
    pub(super) fn knows(&self, address: u64) -> bool {
        let before = self.all.range(..=address).next_back();
        before.is_some_and(|(start, known)| address - start < known.bytes.saturating_add(NEAR))
    }

    /// What is not freed: places and messages.
    pub(super) fn leaks(&self) -> Vec<Note> {
        let mut left: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for it in self.all.values().filter(|it| it.freed.is_none()) {
            left.entry(it.allocated.place()).or_default().push(it.bytes);
        }
        let message = |sizes: Vec<u64>| match sizes[..] {
            [bytes] => format!("memory of {bytes} bytes is not freed when the program ends"),
            _ => {
                let (count, bytes) = (sizes.len(), sizes.iter().sum::<u64>());
                format!(
                    "memory of {bytes} bytes in {count} allocations is not freed when the program ends"
                )
            }
        };
        left.into_iter().map(|(place, sizes)| (place, message(sizes))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_known_by_its_addresses() {
        let mut all = Allocations::default();
        all.allocated(0x1000, 64, Site::default());
        let texts = |notes: Vec<Note>| notes.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(
            texts(all.describe(0x1008)),
            ["at byte 8 of memory of 64 bytes that was allocated here"]
        );
        assert_eq!(
            texts(all.describe_all("4 bytes outside (0x1040), element 1")),
            ["0 bytes behind memory of 64 bytes that was allocated here"]
        );
        assert_eq!(all.leaks().len(), 1);
        assert_eq!(all.freed(0x1000, Site::default()), Some(0x1000..0x1040));
        assert_eq!(all.freed(0x1000, Site::default()), None);
        assert_eq!(texts(all.describe(0x1000)).last().map(String::as_str), Some("freed here"));
        assert!(all.leaks().is_empty() && all.describe(0xFFF).is_empty() && !all.knows(0xFFF));
    }
}
