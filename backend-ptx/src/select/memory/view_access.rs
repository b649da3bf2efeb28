//! Loads and stores of the tiles of views.
//!
//! In: a view, the index of a tile, and the memory semantics. Out: the code of the access. A tile that is inside of
//! its tensor goes by wide accesses; one on the edge goes element by element, each under its own test, and a load gives
//! the view's padding for what is outside.

use ir::{Elem, Inst, InstData, PaddingValue, Scalar, TypeKind, Value};

use crate::linear::interned::LayoutId;
use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Sem, Uniform};
use crate::select::memory::access::Access;
use crate::select::memory::edge_store::EdgeStore;
use crate::select::memory::element;
use crate::select::memory::order::AccessFootprint;
use crate::select::memory::wide_access::AccessGroup;
use crate::select::{Cx, Select};

impl Cx<'_> {
    pub(in crate::select) fn view_place(
        &self,
        view: Value,
        index: &[Value],
        layout: LayoutId,
    ) -> Option<AccessFootprint> {
        // Where tiles are as far apart as they are long, the index and the layout tell the elements.
        let ty = self.function.value_type(view);
        let is_gathered = matches!(self.module.types.kind(ty), TypeKind::GatherScatterView(_));
        let (dim_map, steps) = self.module.types.view_traversal(ty).filter(|_| !is_gathered)?;
        let (_, tile) = self.module.types.tiled_view(ty)?;
        if steps[..] != tile[..] {
            return None;
        }
        let identity = dim_map.iter().enumerate().all(|(i, &dim)| i == dim as usize);
        let Some(
            InstData::MakePartitionView { tensor_view } | InstData::MakeStridedView { tensor_view },
        ) = self.function.def_data(view)
        else {
            return None;
        };
        let values = std::iter::once(*tensor_view).chain(index.iter().copied()).collect();
        if identity { AccessFootprint::of(values, &self.plan.layouts, layout) } else { None }
    }

    pub fn load_view(
        &mut self,
        inst: Inst,
        view: Value,
        index: &[Value],
        access: Access,
    ) -> Select<()> {
        if let Some((pipeline, load)) = self.async_load(inst) {
            // Its tile stays in the stage. Where inner blocks read it, the stage is waited for and addressed here.
            if self.pipeline_states[pipeline.async_loads[load].ring].must_wait {
                self.consumer_wait(load);
            }
            return Ok(());
        }
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() && !access.is_strong() {
            return Ok(());
        }
        let Some(at) = self.plan.def_layout(result) else {
            // A warp that gathers rows loads their numbers in each layout.
            return self.materialize(result, |cx, at| cx.load_tile(view, index, access, at));
        };
        self.order_access(inst, false, view, self.view_place(view, index, at), access);
        let tile = self.load_tile(view, index, access, at)?;
        self.set_def_layout(result, at, tile)
    }

    /// Loads a tile in a layout.
    pub fn load_tile(
        &mut self,
        view: Value,
        index: &[Value],
        access: Access,
        at: LayoutId,
    ) -> Select<Vec<Val>> {
        let layout = self.layout(at);
        let mut tile = self.tile_access(view, index, &layout)?;
        let pad = self.padding(view, tile.elem);
        if access.is_strong() {
            tile.count = 1;
        }
        let elem = tile.elem;
        let bytes = element::bytes(elem);
        let addresses = self.addresses(&tile, &layout);
        let only = self.representative(&layout).filter(|_| access.is_strong());
        let check = self.interior(&tile, &layout);
        let groups: Vec<AccessGroup> = (0..addresses.len())
            .step_by(tile.count)
            .map(|first| AccessGroup { address: addresses[first], first, count: tile.count })
            .collect();
        let words: Vec<Vec<Reg>> =
            groups.iter().map(|group| self.group_registers(group, bytes)).collect();
        let space = self.pointer_space();
        let single = access.load(space, element::memory_type(bytes));
        self.either(
            check,
            |cx| {
                for (group, words) in groups.iter().zip(&words) {
                    if only.is_some() || access.is_strong() {
                        let inside = cx.is_place_inside(&tile, group.first);
                        cx.load_element(single, only, inside, group.address, pad, words[0]);
                    } else {
                        let inside = cx.is_place_inside(&tile, group.first);
                        let guard = cx.mask_guard(inside, None);
                        if !matches!(guard, Guarded::Always) {
                            let packed = cx.pack_group(&vec![pad; group.count], bytes);
                            let padded = words.iter().zip(packed);
                            padded.for_each(|(&word, val)| cx.b.assign(word, val));
                        }
                        cx.load_group(guard, group, words, space, bytes);
                    }
                }
            },
            |cx| {
                let threads = cx.thread_coordinates(&layout);
                for (group, words) in groups.iter().zip(&words) {
                    let mut elements = Vec::new();
                    let own = addresses.iter().enumerate().skip(group.first).take(group.count);
                    for (i, &address) in own {
                        let reg = if group.count == 1 {
                            words[0]
                        } else {
                            cx.b.fresh(element::memory_type(bytes).class())
                        };
                        let inside = cx.bound(&tile, &layout, &threads, i as u32);
                        cx.load_element(single, only, Some(inside), address, pad, reg);
                        elements.push(Val::Reg(reg));
                    }
                    let packed = cx.pack_group(&elements, bytes);
                    for (&word, val) in words.iter().zip(packed) {
                        cx.b.assign(word, val);
                    }
                }
            },
        );
        let mut out: Vec<Val> =
            words.iter().flat_map(|words| self.group_elements(words, tile.count, elem)).collect();
        if only.is_some() {
            out = self.share(&out, elem, &layout)?;
        }
        if access.acquires() {
            self.barrier();
        }
        Ok(out)
    }

    fn load_element(
        &mut self,
        op: Op,
        only: Option<Guard>,
        mask: Option<Val>,
        address: Val,
        pad: Val,
        reg: Reg,
    ) {
        let guard = self.mask_guard(mask, only);
        if !matches!(guard, Guarded::Always) {
            self.b.assign(reg, pad);
        }
        let address = self.b.mem(address, 0);
        self.emit_guarded(guard, op, &[reg.into()], &[address]);
    }

    /// Two ways to do one thing, chosen by a test that is alike in all threads.
    pub(in crate::select) fn either(
        &mut self,
        check: Val,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        if check.imm() == Some(1) {
            return yes(self);
        }
        if check.imm() == Some(0) {
            return no(self);
        }
        let (otherwise, done) = (self.b.label(), self.b.label());
        self.b.branch_if(check, true, Uniform::Yes, otherwise);
        yes(self);
        self.b.branch(done);
        self.b.place(otherwise);
        no(self);
        self.b.place(done);
    }

    pub fn store_view(
        &mut self,
        inst: Inst,
        value: Value,
        view: Value,
        index: &[Value],
        access: Access,
    ) -> Select<()> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(()) };
        let layout = self.layout(at);
        let values = self.at(value, at)?;
        let mut tile = self.tile_access(view, index, &layout)?;
        self.order_access(inst, true, view, self.view_place(view, index, at), access);
        if access.is_strong() || tile.picked.is_some() {
            tile.count = 1;
        }
        let elem = tile.elem;
        let bytes = element::bytes(elem);
        let memory: Vec<Val> = values.iter().map(|&val| self.to_memory(val, elem)).collect();
        let addresses = self.addresses(&tile, &layout);
        let only = self.representative(&layout);
        // Threads differ in whether their places are inside.
        let is_picked = tile.picked.is_some();
        let check = if is_picked { Val::ZERO } else { self.interior(&tile, &layout) };
        let space = self.pointer_space();
        let single = access.store(space, element::memory_type(bytes));
        self.either(
            check,
            |cx| {
                for first in (0..addresses.len()).step_by(tile.count) {
                    let guard = cx.mask_guard(None, only);
                    if access.sem() != Sem::Weak {
                        let address = cx.b.mem(addresses[first], 0);
                        cx.emit_guarded(guard, single, &[], &[address, memory[first].into()]);
                    } else {
                        let group =
                            AccessGroup { address: addresses[first], first, count: tile.count };
                        cx.store_group(guard, &group, &memory, space, bytes);
                    }
                }
            },
            |cx| {
                let weak = (access.sem() == Sem::Weak).then_some(single);
                let edge = EdgeStore { tile: &tile, layout: &layout, memory: &memory, only };
                if weak.is_some_and(|op| cx.store_by_groups(&edge, op, addresses[0])) {
                    return;
                }
                let threads = cx.thread_coordinates(&layout);
                for (i, &address) in addresses.iter().enumerate() {
                    let inside = cx.bound(&tile, &layout, &threads, i as u32);
                    let guard = cx.mask_guard(Some(inside), only);
                    let address = cx.b.mem(address, 0);
                    cx.emit_guarded(guard, single, &[], &[address, memory[i].into()]);
                }
            },
        );
        Ok(())
    }

    /// What a load yields outside the tensor, in memory form.
    fn padding(&self, view: Value, elem: Elem) -> Val {
        let padding = match self.module.types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => view.padding,
            TypeKind::StridedView(view) => view.padding,
            TypeKind::GatherScatterView(view) => view.padding,
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        };
        let Elem::Scalar(scalar) = elem else { return Val::ZERO };
        Val::Imm(padding_bits(padding.unwrap_or(PaddingValue::Zero), scalar))
    }
}

/// The bits of a padding value in a format.
fn padding_bits(padding: PaddingValue, scalar: Scalar) -> u64 {
    let Some(format) = scalar.float_format() else { return 0 };
    let infinity = format.infinity().unwrap_or(format.canonical_nan());
    match padding {
        PaddingValue::Zero => 0,
        PaddingValue::NegZero => format.sign_bit(),
        PaddingValue::Nan => format.canonical_nan(),
        PaddingValue::PosInf => infinity,
        PaddingValue::NegInf => infinity | format.sign_bit(),
    }
}
