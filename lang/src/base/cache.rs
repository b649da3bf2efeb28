//! A cache of values that cost more to make than one use of them saves.
//!
//! A value is made for the second request of its key. When the cache is full, each request that finds nothing takes a credit from the
//! value that was used longest ago, and a use gives a value all its credits back. Only a value without credits makes room for another
//! one.
//!
//! Invariant: whatever the order of requests is, `n_made <= capacity + n_missed / CREDITS`. So a rotation through more keys than there
//! is room for leaves the values as they are: some requests find theirs, and the others cost what they cost without a cache.

/// Requests that a value which is not used outlasts in a full cache.
const CREDITS: u32 = 16;

/// Keys that are remembered by their hash: with more than that in rotation, no value is made.
const MAX_SEEN: usize = 64;

/// Some of the values that were made last.
#[derive(Debug)]
pub struct Cache<T> {
    capacity: usize,
    /// The one that was used last is the last one.
    kept: Vec<Kept<T>>,
    /// Hashes of the keys that were asked for in vain, in order.
    seen: Vec<u64>,
}

#[derive(Debug)]
struct Kept<T> {
    value: T,
    credits: u32,
}

impl<T: Clone> Cache<T> {
    pub const fn new(capacity: usize) -> Cache<T> {
        Cache { capacity, kept: Vec::new(), seen: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// All values, the one that was used last first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.kept.iter().rev().map(|kept| &kept.value)
    }

    /// Uses a value.
    pub fn find(&mut self, is_wanted: impl FnMut(&T) -> bool) -> Option<T> {
        let place = self.kept.iter().map(|kept| &kept.value).position(is_wanted)?;
        let kept = Kept { credits: CREDITS, ..self.kept.remove(place) };
        let value = kept.value.clone();
        self.kept.push(kept);
        Some(value)
    }

    /// Whether a value that was not found should be made, given the hash of its key.
    pub fn admits(&mut self, hash: u64) -> bool {
        let is_known = self.seen.contains(&hash);
        if !is_known {
            if self.seen.len() == MAX_SEEN {
                self.seen.remove(0);
            }
            self.seen.push(hash);
        }
        if self.kept.len() < self.capacity {
            return is_known;
        }
        let Some(oldest) = self.kept.first_mut() else { return false };
        oldest.credits = oldest.credits.saturating_sub(1);
        is_known && oldest.credits == 0
    }

    /// Keeps a value that was made.
    pub fn keep(&mut self, value: T) {
        if self.kept.len() == self.capacity {
            self.kept.remove(0);
        }
        self.kept.push(Kept { value, credits: CREDITS });
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
                    cache.keep(key);
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
}
