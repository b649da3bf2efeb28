//! A cache of values that cost more to make than one use of them saves.
//!
//! A value is made for the second request of its key. When the cache is full, each request that finds nothing takes a credit from the
//! value that was used longest ago, and a use gives a value all its credits back. A value makes room for another one when it has no
//! credits left, or when its uses have paid for it and the other one has the same key, as after a change of a file.
//!
//! Invariant: whatever the order of requests is, and however many threads make values at once,
//! `n_made <= capacity + n_requests / CREDITS`, and `n_made <= capacity + n_missed / CREDITS` if no two values have the same key. So a
//! rotation through more keys than there is room for leaves the values as they are: some requests find theirs, and the others cost what
//! they cost without a cache.

/// Requests that a value which is not used outlasts in a full cache, and uses that pay for its making.
const CREDITS: u32 = 16;

/// Keys that are remembered by their hash: with more than that in rotation, no value is made.
const MAX_SEEN: usize = 64;

/// Some of the values that were made last.
#[derive(Debug)]
pub struct Cache<T> {
    capacity: usize,
    /// The one that was used last is the last one.
    slots: Vec<Slot<T>>,
    /// Hashes of the keys that were asked for in vain, in order.
    seen: Vec<u64>,
}

#[derive(Debug)]
struct Slot<T> {
    hash: u64,
    /// `None` while the caller makes it.
    value: Option<T>,
    credits: u32,
    n_uses: u32,
}

impl<T: Clone> Cache<T> {
    pub const fn new(capacity: usize) -> Cache<T> {
        Cache { capacity, slots: Vec::new(), seen: Vec::new() }
    }

    /// Whether the cache has neither a value nor a slot for one that a caller makes.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All values, the one that was used last first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().rev().filter_map(|slot| slot.value.as_ref())
    }

    /// Uses a value.
    pub fn find(&mut self, mut is_wanted: impl FnMut(&T) -> bool) -> Option<T> {
        let place =
            self.slots.iter().position(|slot| slot.value.as_ref().is_some_and(&mut is_wanted))?;
        let slot = self.slots.remove(place);
        let value = slot.value.clone();
        self.slots.push(Slot { credits: CREDITS, n_uses: slot.n_uses.saturating_add(1), ..slot });
        value
    }

    /// Remembers the hash of a key as that of an earlier request. Returns whether it was known.
    pub fn remember(&mut self, hash: u64) -> bool {
        let is_known = self.seen.contains(&hash);
        if !is_known {
            if self.seen.len() == MAX_SEEN {
                self.seen.remove(0);
            }
            self.seen.push(hash);
        }
        is_known
    }

    /// Whether the caller should make a value that was not found, given the hash of its key. If so, the cache has room for it, and the
    /// caller [keeps](Cache::keep) it; until then no other caller is told to make it.
    pub fn admits(&mut self, hash: u64) -> bool {
        let is_known = self.remember(hash);
        let is_full = self.slots.len() >= self.capacity;
        if is_full && let Some(oldest) = self.slots.first_mut() {
            oldest.credits = oldest.credits.saturating_sub(1);
        }
        let is_being_made = |slot: &Slot<T>| slot.hash == hash && slot.value.is_none();
        if !is_known || self.slots.iter().any(is_being_made) {
            return false;
        }
        if is_full {
            let has_no_credits = |slot: &Slot<T>| slot.credits == 0;
            let is_paid_for = |slot: &Slot<T>| slot.hash == hash && slot.n_uses >= CREDITS;
            let mut slots = self.slots.iter();
            let place = match self.slots.first() {
                Some(oldest) if has_no_credits(oldest) => Some(0),
                _ => slots.position(is_paid_for),
            };
            let Some(place) = place else { return false };
            self.slots.remove(place);
        }
        self.slots.push(Slot { hash, value: None, credits: CREDITS, n_uses: 0 });
        self.seen.retain(|&seen| seen != hash);
        true
    }

    /// Keeps a value that was [admitted](Cache::admits), unless other requests have taken its room.
    pub fn keep(&mut self, hash: u64, value: T) {
        let is_its_room = |slot: &Slot<T>| slot.hash == hash && slot.value.is_none();
        if let Some(place) = self.slots.iter().position(is_its_room) {
            let slot = self.slots.remove(place);
            self.slots.push(Slot { value: Some(value), ..slot });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for keys in turn. Returns how many were not found, and how many values were made.
    fn ask(cache: &mut Cache<u64>, keys: impl IntoIterator<Item = u64>) -> (usize, usize) {
        let (mut n_missed, mut n_made) = (0, 0);
        for key in keys {
            if cache.find(|&kept| kept == key).is_none() {
                n_missed += 1;
                if cache.admits(key) {
                    cache.keep(key, key);
                    n_made += 1;
                }
            }
        }
        (n_missed, n_made)
    }

    #[test]
    fn a_value_is_made_for_the_second_request() {
        let mut cache = Cache::new(4);
        assert_eq!(ask(&mut cache, [1, 2, 3]), (3, 0));
        assert_eq!(ask(&mut cache, [2, 2, 1]), (2, 2));
        assert_eq!(cache.values().copied().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_rotation_through_more_keys_than_there_is_room_for_finds_some() {
        for n_keys in 5..20 {
            let mut cache = Cache::new(4);
            let (n_missed, n_made) = ask(&mut cache, (0..100 * n_keys).map(|index| index % n_keys));
            assert_eq!(n_made, 4, "{n_keys} keys");
            // Those that are kept are asked for twice in vain, the others each time.
            assert_eq!(n_missed as u64, 100 * (n_keys - 4) + 2 * 4, "{n_keys} keys");
        }
    }

    #[test]
    fn what_is_made_has_a_bound_whatever_the_requests_are() {
        let mut state = 1_u64;
        for n_keys in [3, 5, 9, 30, 60, 100, 1000] {
            for capacity in [1, 2, 8] {
                let mut cache = Cache::new(capacity);
                let keys = (0..20_000).map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    // Most requests are for few keys.
                    ((state >> 33) % n_keys) * ((state >> 50) % 4) / 3
                });
                let (n_missed, n_made) = ask(&mut cache, keys);
                assert!(n_made <= capacity + n_missed / CREDITS as usize, "{n_keys}, {capacity}");
                assert!(cache.values().count() <= capacity);
            }
        }
    }

    #[test]
    fn other_keys_take_the_room_in_the_end() {
        let mut cache = Cache::new(4);
        ask(&mut cache, (0..40).map(|index| index % 4));
        let (n_missed, n_made) = ask(&mut cache, (0..400).map(|index| 100 + index % 4));
        assert_eq!(n_made, 4);
        assert!(n_missed <= 4 * CREDITS as usize, "{n_missed}");
        let mut kept: Vec<u64> = cache.values().copied().collect();
        kept.sort_unstable();
        assert_eq!(kept, [100, 101, 102, 103]);
    }

    /// Threads that ask for their keys before one of them has made its value.
    #[test]
    fn what_is_made_has_a_bound_when_threads_ask_at_once() {
        for n_threads in [2, 3, 8] {
            for n_keys in [1, 3, 10, 40] {
                let mut cache = Cache::new(4);
                let (mut n_missed, mut n_made) = (0, 0);
                for round in 0..500 {
                    let keys = (0..n_threads).map(|thread| (round + thread / 2) % n_keys);
                    let missed: Vec<u64> =
                        keys.filter(|key| cache.find(|kept| kept == key).is_none()).collect();
                    n_missed += missed.len();
                    let admitted: Vec<u64> =
                        missed.into_iter().filter(|&key| cache.admits(key)).collect();
                    n_made += admitted.len();
                    admitted.into_iter().for_each(|key| cache.keep(key, key));
                    assert!(cache.values().count() <= 4);
                }
                let bound = 4.min(n_keys as usize) + n_missed / CREDITS as usize;
                assert!(n_made <= bound, "{n_threads} threads, {n_keys} keys: {n_made}");
            }
        }
    }

    #[test]
    fn a_value_whose_maker_gave_up_makes_room_in_the_end() {
        let mut cache = Cache::new(1);
        assert!(!cache.admits(1) && cache.admits(1) && !cache.admits(1));
        let (_, n_made) = ask(&mut cache, [2; 2 * CREDITS as usize]);
        assert_eq!((n_made, cache.values().copied().collect()), (1, vec![2]));
        // The maker returns after another key has taken the slot.
        cache.keep(1, 1);
        assert_eq!(cache.values().copied().collect::<Vec<_>>(), [2]);
    }

    /// A key and a version of what its value is made from.
    fn ask_for_version(cache: &mut Cache<(u64, u64)>, key: u64, version: u64) -> bool {
        let is_found = cache.find(|&kept| kept == (key, version)).is_some();
        if !is_found && cache.admits(key) {
            cache.keep(key, (key, version));
        }
        is_found
    }

    #[test]
    fn a_new_version_takes_the_room_of_one_that_was_used() {
        let mut cache = Cache::new(4);
        for key in (0..4).cycle().take(4 * 20) {
            ask_for_version(&mut cache, key, 1);
        }
        // The first request after the change finds nothing, the second one makes the value.
        let is_found = [2; 3].map(|version| ask_for_version(&mut cache, 0, version));
        assert_eq!(is_found, [false, false, true]);
        let mut kept: Vec<_> = cache.values().copied().collect();
        kept.sort_unstable();
        assert_eq!(kept, [(0, 2), (1, 1), (2, 1), (3, 1)]);
    }

    #[test]
    fn versions_in_turn_have_a_bound() {
        for capacity in [1, 2, 4] {
            for run in [1, 2, 10, 20, 40] {
                let mut cache = Cache::new(capacity);
                let (mut n_made, n_requests) = (0, 4000);
                for index in 0..n_requests {
                    let version = index / run % 5;
                    let is_wanted = |&kept: &(u64, u64)| kept == (0, version);
                    if cache.find(is_wanted).is_none() && cache.admits(0) {
                        cache.keep(0, (0, version));
                        n_made += 1;
                    }
                }
                let bound = capacity + n_requests as usize / CREDITS as usize;
                assert!(n_made <= bound, "{capacity}, {run}: {n_made}");
            }
        }
    }
}
