//! Memory: loads and stores, views, atomics, and the exchange of elements through shared memory.

pub(in crate::select) mod access;
mod atomic;
mod bulk_reduction;
pub(in crate::select) mod conversion;
mod edge_store;
pub(in crate::select) mod element;
pub(in crate::select) mod exchange;
mod global;
pub mod order;
pub mod scratch;
mod scratch_region;
mod tile_access;
pub(in crate::select) mod view;
mod view_access;
mod wide_access;

use ir::{Inst, InstData, MemoryOrdering, MemoryScope, Value};

use crate::ptx::inst::Op;
use crate::select::memory::access::Access;
use crate::select::{Cx, Select, family};

impl Cx<'_> {
    /// Selects an operation of the family `memory_ops`.
    pub(in crate::select) fn memory_inst(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let results = self.function.results(inst);
        let access =
            |&ordering: &MemoryOrdering, scope: Option<MemoryScope>, &token: &Option<Value>| {
                Access { ordering, scope, token }
            };
        match data {
            InstData::LoadPtrTko { source, mask, padding, ordering, scope, token, .. } => {
                let access = access(ordering, *scope, token);
                self.load_ptr(inst, *source, *mask, *padding, access)
            }
            InstData::StorePtrTko { destination, value, mask, ordering, scope, token, .. } => {
                let access = access(ordering, *scope, token);
                self.store_ptr(inst, *destination, *value, *mask, access)
            }
            InstData::LoadViewTko { view, index, ordering, scope, token, .. } => {
                self.load_view(inst, *view, index, access(ordering, *scope, token))
            }
            InstData::StoreViewTko { tile, view, index, ordering, scope, token, .. } => {
                self.store_view(inst, *tile, *view, index, access(ordering, *scope, token))
            }
            InstData::AtomicRmwTko {
                pointers,
                arg,
                mask,
                ordering,
                scope,
                mode,
                token,
                overflow: _,
            } => {
                let access = access(ordering, Some(*scope), token);
                self.atomic_rmw(inst, *pointers, *arg, *mask, *mode, access)
            }
            InstData::AtomicCasTko { pointers, cmp, val, mask, ordering, scope, token } => {
                let access = access(ordering, Some(*scope), token);
                self.atomic_cas(inst, *pointers, *cmp, *val, *mask, access)
            }
            InstData::AtomicRedViewTko {
                view, index, value, ordering, scope, mode, token, ..
            } => {
                let access = access(ordering, Some(*scope), token);
                self.atomic_view(inst, *view, index, *value, *mode, access)
            }
            InstData::MemoryFenceAliasTko { .. } => {
                self.b.emit(Op::FenceProxyAlias {}, &[], &[]);
                // Another thread may be the one that comes by the other address.
                self.barrier();
                Ok(())
            }
            InstData::GetGlobal { global } => self.global_address(*global, results[0]),
            InstData::Alloca { num_elem, alignment, global } => {
                self.alloca(*num_elem, *alignment, *global, results[0])
            }
            not_memory_ops!() => Err(family::misplaced(data)),
        }
    }
}
