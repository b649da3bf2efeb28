//! Loads, stores, atomic operations and fences.
//!
//! To add a kind of access: its modifiers in [`read`], its effect beside [`Cx::access`]. The order
//! and scope of an access decide what it publishes and sees; all scopes count as the widest.

use super::count;
use super::exec::{LOCAL_WINDOW, PARAM_WINDOW, RANK_SHIFT, SHARED_WINDOW};
use super::lane;
use super::machine::{Area, Cx, Lanes, Location, lanes};
use super::memory::Region;
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Op};
use super::proxy::proxy_fence;
use super::race::TouchKind;
use super::report::FindingKind;
use super::syntax::Result;
use super::types::{Space, Ty};

/// An access to memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Access {
    pub kind: AccessKind,
    pub space: Space,
    /// Of one element.
    pub ty: Ty,
    /// Elements of a vector.
    pub count: usize,
    pub order: Order,
    /// `.nc`
    pub read_only: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AccessKind {
    Load,
    Store,
    /// Read-modify-write, with or without a result.
    Update(Update),
}

/// What an atomic operation makes of the old value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Update {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    CompareAndSwap,
    /// Up to a limit, then 0.
    Increment,
    Decrement,
}

/// The memory order of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Weak,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

impl Order {
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease)
    }

    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease)
    }
}

/// A fence between the accesses of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fence {
    /// Acquire and release.
    Memory,
    /// Between the generic and the asynchronous proxy.
    AsyncProxy,
    /// The same of shared memory alone.
    AsyncProxyShared,
    /// Releases the writes to tensor maps, and acquires the map that is read.
    ReleaseMaps,
    AcquireMap,
    /// For initialised mbarriers, which are the same to all here.
    Other,
}

const ORDERS: &[(&str, Order)] = &[
    ("weak", Order::Weak),
    ("relaxed", Order::Relaxed),
    ("volatile", Order::Relaxed),
    ("mmio", Order::Relaxed),
    ("acquire", Order::Acquire),
    ("release", Order::Release),
    ("acq_rel", Order::AcquireRelease),
    ("sc", Order::AcquireRelease),
];

const SCOPES: &[(&str, ())] = &[("cta", ()), ("cluster", ()), ("gpu", ()), ("gl", ()), ("sys", ())];

pub(super) const UPDATES: &[(&str, Update)] = &[
    ("add", Update::Add),
    ("min", Update::Min),
    ("max", Update::Max),
    ("and", Update::And),
    ("or", Update::Or),
    ("xor", Update::Xor),
    ("exch", Update::Exchange),
    ("cas", Update::CompareAndSwap),
    ("inc", Update::Increment),
    ("dec", Update::Decrement),
];

const VECTORS: &[(&str, usize)] = &[("v2", 2), ("v4", 4), ("v8", 8)];

/// Cache operators and eviction priorities.
fn is_cache_hint(word: &str) -> bool {
    matches!(word, "ca" | "cg" | "cs" | "lu" | "cv" | "wb" | "wt")
        || word.starts_with("L1::")
        || word.starts_with("L2::")
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    match m.base() {
        "ld" | "st" => {
            let is_load = m.base() == "ld";
            let order = m.optional(ORDERS).unwrap_or(Order::Weak);
            m.optional(SCOPES);
            let space = m.space();
            m.skip(is_cache_hint);
            let read_only = m.flag("nc");
            m.skip(is_cache_hint);
            let count = m.optional(VECTORS).unwrap_or(1);
            let ty = m.ty()?;
            let kind = if is_load { AccessKind::Load } else { AccessKind::Store };
            let access = Access { kind, space, ty, count, order, read_only };
            Ok(Some(Decoded::alone(Op::Access(access), usize::from(is_load))))
        }
        "atom" | "red" => {
            let has_result = m.base() == "atom";
            let order = m.optional(ORDERS).unwrap_or(Order::Relaxed);
            m.optional(SCOPES);
            let space = m.space();
            let kind = AccessKind::Update(m.one_of(UPDATES)?);
            m.flag("noftz");
            m.skip(is_cache_hint);
            let count = m.optional(VECTORS).unwrap_or(1);
            let ty = m.ty()?;
            let access = Access { kind, space, ty, count, order, read_only: false };
            Ok(Some(Decoded::alone(Op::Access(access), usize::from(has_result))))
        }
        // One grid is there, and its memory is.
        "griddepcontrol" => {
            m.skip(|_| true);
            Ok(Some(Decoded::alone(Op::Fence(Fence::Other), 0)))
        }
        "fence" | "membar" => {
            if m.flag("proxy") || m.flag("mbarrier_init") {
                return Ok(Some(Decoded::alone(Op::Fence(proxy_fence(m)), 0)));
            }
            m.optional(ORDERS);
            m.optional(SCOPES).ok_or_else(|| m.error("a scope is needed"))?;
            Ok(Some(Decoded::alone(Op::Fence(Fence::Memory), 0)))
        }
        _ => Ok(None),
    }
}

impl Cx<'_, '_> {
    pub fn access(&mut self, access: &Access) {
        let inst = self.inst;
        let addresses = self.addresses(inst.mem[0]);
        match access.kind {
            AccessKind::Load => self.load(access, &addresses),
            AccessKind::Store => self.store(access, &addresses),
            AccessKind::Update(update) => self.update(access, update, &addresses),
        }
    }

    fn load(&mut self, access: &Access, addresses: &Lanes) {
        let size = access.ty.bytes();
        let total = size * access.count as u64;
        let kind = match access.order {
            _ if access.read_only => TouchKind::ReadOnly,
            Order::Weak => TouchKind::Weak,
            _ => TouchKind::Strong,
        };
        let mut out = vec![[0; 32]; access.count];
        for lane in lanes(self.active) {
            let address = addresses[lane];
            let Some(at) = self.locate(access.space, address, total, lane) else { continue };
            self.check_written(at, total, lane);
            self.touch(at, total, false, kind, lane);
            let region = self.region(at.area, lane);
            for (i, values) in out.iter_mut().enumerate() {
                let bits = region.read(at.offset + i as u64 * size, size);
                values[lane] = access.ty.extended(bits);
            }
            if access.order != Order::Weak {
                self.observe(at, access.order, lane);
            }
        }
        self.count_traffic(access.space, addresses, total);
        for (i, values) in out.iter().enumerate() {
            self.write(i, values);
        }
    }

    fn store(&mut self, access: &Access, addresses: &Lanes) {
        let size = access.ty.bytes();
        let total = size * access.count as u64;
        let inst = self.inst;
        let values: Vec<Lanes> =
            inst.src.iter().take(access.count).map(|&src| self.fetch(src)).collect();
        let kind = if access.order == Order::Weak { TouchKind::Weak } else { TouchKind::Strong };
        for lane in lanes(self.active) {
            let address = addresses[lane];
            let Some(at) = self.locate(access.space, address, total, lane) else { continue };
            if at.area == Area::Param {
                self.finding(FindingKind::OutOfBounds, lane, || "parameters are constant".into());
                continue;
            }
            self.touch(at, total, true, kind, lane);
            self.written_generically(at, total, lane);
            let region = self.region(at.area, lane);
            for (i, values) in values.iter().enumerate() {
                region.write(at.offset + i as u64 * size, size, values[lane]);
            }
            self.publish(at, access.order, false, lane);
        }
        self.count_traffic(access.space, addresses, total);
    }

    fn update(&mut self, access: &Access, update: Update, addresses: &Lanes) {
        let size = access.ty.bytes();
        let total = size * access.count as u64;
        let inst = self.inst;
        let operands: Vec<Lanes> = inst.src.iter().map(|&src| self.fetch(src)).collect();
        let mut old = vec![[0; 32]; access.count];
        for lane in lanes(self.active) {
            let address = addresses[lane];
            let Some(at) = self.locate(access.space, address, total, lane) else { continue };
            self.check_written(at, total, lane);
            self.touch(at, total, true, TouchKind::Strong, lane);
            self.written_generically(at, total, lane);
            self.observe(at, access.order, lane);
            // The unit beside global memory flushes; the one of shared memory does not.
            let flush = matches!(at.area, Area::Global(_));
            for (i, old) in old.iter_mut().enumerate() {
                let place = at.offset + i as u64 * size;
                let before = self.region(at.area, lane).read(place, size);
                let x = operands.get(i).map_or(0, |values| values[lane]) & access.ty.mask();
                let second = operands.get(1).map_or(0, |values| values[lane]) & access.ty.mask();
                let after = updated(update, access.ty, flush, before, x, second);
                self.region(at.area, lane).write(place, size, after);
                old[lane] = access.ty.extended(before);
            }
            self.publish(at, access.order, true, lane);
        }
        self.count_traffic(access.space, addresses, total);
        for (i, values) in old.iter().enumerate().take(inst.dst.len()) {
            self.write(i, values);
        }
    }

    pub fn fence(&mut self, fence: &Fence) {
        match fence {
            Fence::AsyncProxy => {
                self.fence_global_proxies();
                return self.fence_proxies();
            }
            Fence::AsyncProxyShared => return self.fence_proxies(),
            Fence::ReleaseMaps => return self.release_maps(),
            Fence::AcquireMap => return self.acquire_map(),
            Fence::Other => return,
            Fence::Memory => {}
        }
        for thread in self.threads() {
            let cta = self.cta();
            let observed = std::mem::take(&mut cta.fences[thread].observed);
            cta.clocks.acquire([thread].into_iter(), &observed);
            cta.fences[thread].released = Some(cta.clocks.release([thread].into_iter()));
        }
    }

    /// Where some bytes are, if they are anywhere and aligned.
    pub fn locate(
        &mut self,
        space: Space,
        address: u64,
        count: u64,
        lane: usize,
    ) -> Option<Location> {
        let found = self.find(space, address, count);
        if found.is_none() {
            self.finding(FindingKind::OutOfBounds, lane, || {
                format!("{count} bytes at {address:#x} are outside everything")
            });
        } else if !address.is_multiple_of(count) {
            self.finding(FindingKind::Misaligned, lane, || {
                format!("{address:#x} is not a multiple of {count}")
            });
        }
        found
    }

    fn find(&self, space: Space, address: u64, count: u64) -> Option<Location> {
        let inside =
            |size: u64, offset: u64| offset.checked_add(count)?.le(&size).then_some(offset);
        match space {
            Space::Generic => {
                let (space, window) = match address {
                    PARAM_WINDOW.. => (Space::Param, PARAM_WINDOW),
                    LOCAL_WINDOW.. => (Space::Local, LOCAL_WINDOW),
                    SHARED_WINDOW.. => (Space::SharedCluster, SHARED_WINDOW),
                    _ => (Space::Global, 0),
                };
                self.find(space, address - window, count)
            }
            Space::Global | Space::Const => {
                let (index, offset) = self.run.memory.find(address, count)?;
                Some(Location { area: Area::Global(index), offset })
            }
            Space::Shared | Space::SharedCluster => {
                let offset = address & ((1 << RANK_SHIFT) - 1);
                let rank = match address >> RANK_SHIFT {
                    0 => self.rank,
                    rank => rank as usize - 1,
                };
                let cta = self.cluster.ctas.get(rank)?;
                let is_own = rank == self.rank || space == Space::SharedCluster;
                let offset = inside(cta.shared.size(), offset)?;
                is_own.then_some(Location { area: Area::Shared(rank), offset })
            }
            Space::Local => {
                let offset = inside(self.run.program.local_bytes, address)?;
                Some(Location { area: Area::Local, offset })
            }
            Space::Param => {
                let offset = inside(self.run.params.size(), address)?;
                Some(Location { area: Area::Param, offset })
            }
        }
    }

    pub fn region(&mut self, area: Area, lane: usize) -> &mut Region {
        let thread = self.thread(lane);
        match area {
            Area::Global(index) => self.run.memory.region(index),
            Area::Shared(rank) => &mut self.cluster.ctas[rank].shared,
            Area::Local => &mut self.cluster.ctas[self.rank].locals[thread],
            Area::Param => &mut self.run.params,
        }
    }

    pub fn check_written(&mut self, at: Location, count: u64, lane: usize) {
        if !self.region(at.area, lane).is_written(at.offset, count) {
            let place = describe(at);
            self.finding(FindingKind::UnwrittenMemory, lane, || {
                format!("{count} bytes at {place} have not all been written")
            });
        }
    }

    /// Records the thread of each access, and finds races.
    pub fn touch(&mut self, at: Location, count: u64, writes: bool, kind: TouchKind, lane: usize) {
        let thread = self.thread(lane);
        self.touch_as(thread, (at, count), writes, kind, lane);
    }

    /// The same for an agent of a lane.
    pub fn touch_as(
        &mut self,
        thread: usize,
        (at, count): (Location, u64),
        writes: bool,
        kind: TouchKind,
        lane: usize,
    ) {
        let ctas = &mut self.cluster.ctas;
        let now = ctas[self.rank].clocks.touch(thread, kind);
        let conflict = match at.area {
            Area::Local | Area::Param => return,
            Area::Global(index) => {
                let shadow = &mut self.run.memory.region(index).shadow;
                shadow.access((at.offset, count), now, writes, &ctas[self.rank].clocks)
            }
            Area::Shared(rank) => {
                let mut shadow = std::mem::take(&mut ctas[rank].shared.shadow);
                let clocks = &ctas[self.rank].clocks;
                let conflict = shadow.access((at.offset, count), now, writes, clocks);
                ctas[rank].shared.shadow = shadow;
                conflict
            }
        };
        if let Some(other) = conflict {
            let (cta, thread) = other.first();
            let place = describe(at);
            self.finding(FindingKind::Race, lane, || {
                format!("{count} bytes at {place}, with thread {thread} of CTA number {cta}")
            });
        }
    }

    /// A place with the CTA that owns it; global memory has no owner.
    fn owned(&self, at: Location) -> (u32, Location) {
        match at.area {
            Area::Shared(rank) => (self.cluster.ctas[rank].number, at),
            Area::Global(_) | Area::Local | Area::Param => (u32::MAX, at),
        }
    }

    /// A strong access sees what was published where it reads.
    fn observe(&mut self, at: Location, order: Order, lane: usize) {
        let Some(published) = self.run.published.get(&self.owned(at)) else { return };
        let thread = 32 * self.warp + lane;
        let cta = &mut self.cluster.ctas[self.rank];
        if order.acquires() {
            cta.clocks.acquire([thread].into_iter(), published);
        } else {
            cta.fences[thread].observed.join(published);
        }
    }

    /// A write publishes, if it or a fence before it releases.
    fn publish(&mut self, at: Location, order: Order, is_update: bool, lane: usize) {
        let key = self.owned(at);
        if order == Order::Weak {
            if !self.run.published.is_empty() {
                self.run.published.remove(&key);
            }
            return;
        }
        let thread = self.thread(lane);
        let cta = self.cta();
        let clock = if order.releases() {
            Some(cta.clocks.release([thread].into_iter()))
        } else {
            cta.fences[thread].released.clone()
        };
        if !is_update {
            self.run.published.remove(&key);
        }
        if let Some(clock) = clock {
            self.run.published.entry(key).or_default().join(&clock);
        }
    }

    /// Counts what an access of all active lanes costs.
    fn count_traffic(&mut self, space: Space, addresses: &Lanes, bytes: u64) {
        let generic_shared = |address: u64| (SHARED_WINDOW..LOCAL_WINDOW).contains(&address);
        let (mut shared, mut global) = (Vec::new(), Vec::new());
        for lane in lanes(self.active) {
            let address = addresses[lane];
            match space {
                Space::Shared | Space::SharedCluster => shared.push((lane, address)),
                Space::Generic if generic_shared(address) => shared.push((lane, address)),
                Space::Generic | Space::Global => global.push((lane, address)),
                Space::Const | Space::Param | Space::Local => {}
            }
        }
        let counts = &mut self.run.counts[self.inst.line as usize];
        count::shared(&shared, bytes, counts);
        count::global(&global, bytes, counts);
    }
}

fn describe(at: Location) -> String {
    let offset = at.offset;
    match at.area {
        Area::Global(index) => format!("offset {offset} of allocation {index}"),
        Area::Shared(rank) => format!("offset {offset} of shared memory of CTA {rank}"),
        Area::Local => format!("offset {offset} of local memory"),
        Area::Param => format!("offset {offset} of the parameters"),
    }
}

/// The new value of an atomic operation.
pub fn updated(update: Update, ty: Ty, flush: bool, old: u64, x: u64, second: u64) -> u64 {
    let (w, s) = (ty.width(), ty.signedness());
    match update {
        Update::Add if ty.is_float() => lane::float_add(ty, flush && ty == Ty::F32, old, x),
        Update::Add => old.wrapping_add(x) & ty.mask(),
        Update::Min => ir::scalar::int::min(w, s, old, x),
        Update::Max => ir::scalar::int::max(w, s, old, x),
        Update::And => old & x,
        Update::Or => old | x,
        Update::Xor => old ^ x,
        Update::Exchange => x,
        Update::CompareAndSwap if old == x => second,
        Update::CompareAndSwap => old,
        Update::Increment if old >= x => 0,
        Update::Increment => old + 1,
        Update::Decrement if old == 0 || old > x => x,
        Update::Decrement => old - 1,
    }
}
