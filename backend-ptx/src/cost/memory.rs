//! The bytes that a launch moves between DRAM and the L2 cache.
//!
//! ```text
//! wave      the tile blocks that run at the same time: SMs * resident CTAs * tiles of a CTA, in the order of numbers
//! read      a part of a tensor is read once by all tile blocks of a wave, which go through it side by side, and not at
//!           all if the cache still holds it: the least recently used parts beyond `l2_held` bytes are given up
//! written   every byte that is stored
//! ```

use rustc_hash::FxHashMap;

use crate::cost::model::{KernelModel, TileBlock};
use crate::target::Chip;

/// Bytes of a launch.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct DramBytes {
    pub read: f64,
    pub written: f64,
}

/// Parts of tensors in the cache, least recently used first.
#[derive(Default)]
struct Cache {
    /// The wave in which a part was used last, and its bytes.
    held: FxHashMap<u64, (usize, f64)>,
    bytes: f64,
}

/// What the sample of tile blocks moves, for the whole grid.
pub fn traffic(model: &KernelModel, chip: &Chip) -> DramBytes {
    let cta = &model.cta;
    let side_by_side = (chip.sms * cta.resident * cta.tiles).max(1) as usize;
    let mut cache = Cache::default();
    let mut found = DramBytes::default();
    for (number, wave) in model.sample.chunks(side_by_side).enumerate() {
        found.written += written(wave);
        for (panel, bytes) in read(wave) {
            found.read += cache.touch(panel, bytes, number);
        }
        cache.shrink(chip.timing.l2_held);
    }
    let scale = model.blocks as f64 / model.sample.len().max(1) as f64;
    DramBytes { read: found.read * scale, written: found.written * scale }
}

fn written(wave: &[TileBlock]) -> f64 {
    let all = wave.iter().flat_map(|block| &block.touched);
    all.filter(|touch| touch.is_written).map(|touch| touch.bytes).sum()
}

/// The parts that a wave reads, in the order of their first use.
fn read(wave: &[TileBlock]) -> Vec<(u64, f64)> {
    let mut order: Vec<(u64, f64)> = Vec::new();
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    for touch in wave.iter().flat_map(|block| &block.touched).filter(|touch| !touch.is_written) {
        let place = *places.entry(touch.panel).or_insert(order.len());
        match order.get_mut(place) {
            Some((_, bytes)) => *bytes = bytes.max(touch.bytes),
            None => order.push((touch.panel, touch.bytes)),
        }
    }
    order
}

impl Cache {
    /// Bytes that a use of a part brings from DRAM.
    fn touch(&mut self, panel: u64, bytes: f64, wave: usize) -> f64 {
        match self.held.get_mut(&panel) {
            Some((last, _)) => {
                *last = wave;
                0.0
            }
            None => {
                self.held.insert(panel, (wave, bytes));
                self.bytes += bytes;
                bytes
            }
        }
    }

    fn shrink(&mut self, room: f64) {
        if self.bytes <= room {
            return;
        }
        let mut all: Vec<(usize, u64, f64)> =
            self.held.iter().map(|(&panel, &(wave, bytes))| (wave, panel, bytes)).collect();
        all.sort_unstable_by_key(|&(wave, panel, _)| (wave, panel));
        for (_, panel, bytes) in all {
            if self.bytes <= room {
                break;
            }
            self.held.remove(&panel);
            self.bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_cache_holds_is_read_once() {
        let mut cache = Cache::default();
        assert_eq!(cache.touch(1, 30.0, 0) + cache.touch(2, 30.0, 0), 60.0);
        cache.shrink(70.0);
        assert_eq!(cache.touch(1, 30.0, 1), 0.0);
        assert_eq!(cache.touch(3, 30.0, 1), 30.0);
        // The part that was used least recently goes.
        cache.shrink(70.0);
        assert_eq!((cache.touch(1, 30.0, 2), cache.touch(2, 30.0, 2)), (0.0, 30.0));
    }

    #[test]
    fn tile_blocks_of_a_wave_share_what_they_read() {
        use crate::cost::model::Touch;
        let touch = |panel, is_written| Touch { panel, bytes: 8.0, is_written };
        let block = |own| TileBlock {
            runs: Vec::new(),
            touched: vec![touch(0, false), touch(own, false), touch(own + 10, true)],
        };
        let wave = [block(1), block(2)];
        assert_eq!(read(&wave), [(0, 8.0), (1, 8.0), (2, 8.0)]);
        assert_eq!(written(&wave), 16.0);
    }
}
