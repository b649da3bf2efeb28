//! Loads and stores through tiles of pointers.
//!
//! Elements that are neighbours in the registers of a thread and, as the facts show, in memory are
//! moved by one access of up to 16 bytes. Where the facts do not show that it is aligned, or that
//! the mask is the same for all its elements, the code asks: a thread whose addresses are aligned
//! and whose mask is all true takes the wide way, any other goes element by element.
//!
//! A value that several threads hold is stored by one of them. A strong load is done by one of
//! them too, and handed to the others, for otherwise they might not see the same.

use ir::{Elem, Inst, MemoryOrdering, Value};

use crate::codes;
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::Variable;
use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Space, Ty, Uniform};
use crate::select::memory::access::Access;
use crate::select::memory::element;
use crate::select::memory::wide_access::{AccessGroup, Width};
use crate::select::{Cx, Select, Tile, Unsupported};

impl Cx<'_> {
    pub fn load_ptr(
        &mut self,
        inst: Inst,
        source: Value,
        mask: Option<Value>,
        padding: Option<Value>,
        access: Access,
    ) -> Select<()> {
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() && !access.is_strong() {
            return Ok(());
        }
        let Some(at) = self.plan.def_layout(result) else {
            // A warp that gathers rows loads their numbers in each layout.
            let load =
                |cx: &mut Self, at| cx.load_ptr_in(inst, at, (source, mask, padding), access);
            return self.materialize(result, load);
        };
        let tile = self.load_ptr_in(inst, at, (source, mask, padding), access)?;
        self.set_def_layout(result, at, tile)
    }

    /// Loads the tile of pointers in a layout.
    fn load_ptr_in(
        &mut self,
        inst: Inst,
        at: LayoutId,
        (source, mask, padding): (Value, Option<Value>, Option<Value>),
        access: Access,
    ) -> Select<Vec<Val>> {
        let layout = self.layout(at);
        let elem = self.elem(self.function.results(inst)[0]);
        self.need_whole_bytes(elem)?;
        let class = element::class(elem);
        let pointers = self.at(source, at)?;
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let pads = match padding {
            Some(padding) => self.at(padding, at)?,
            // Unspecified; something, so that no register is read before it is written.
            None => vec![Val::ZERO; pointers.len()].into(),
        };
        let place = self.pointer_place(source, at);
        self.order_access(inst, false, source, place, access);
        let space = self.pointer_space();
        if access.is_strong() {
            return self.strong_load(
                &layout,
                elem,
                &pointers,
                masks.as_deref(),
                &pads,
                space,
                access,
            );
        }
        let bytes = element::bytes(elem);
        Ok(match self.width(source, mask, &layout, bytes) {
            Width::Single => self.load_singly(
                elem,
                class,
                &pointers,
                masks.as_deref(),
                &pads,
                space,
                None,
                access,
            ),
            Width::Always(count) => {
                self.load_wide(elem, &pointers, masks.as_deref(), &pads, space, count)
            }
            Width::IfChecked { count, aligned, uniform } => {
                let masks = masks.as_deref();
                let check = self.wide_check(&pointers, masks, count, bytes, aligned, uniform);
                self.load_checked(elem, class, &pointers, masks, &pads, space, count, check)
            }
        })
    }

    /// One access per element, each under its own mask; results are element registers.
    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn load_singly(
        &mut self,
        elem: Elem,
        class: Class,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        only: Option<Guard>,
        access: Access,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let class = if class == Class::Pred { Class::B32 } else { class };
        let op = access.load(space, element::memory_type(bytes));
        let mut out = Vec::new();
        for (i, &pointer) in pointers.iter().enumerate() {
            let reg = self.b.fresh(class);
            let mask = masks.map(|masks| self.b.recompute(masks[i]));
            let guard = self.mask_guard(mask, only);
            if !matches!(guard, Guarded::Always) {
                let pad = self.to_memory(pads[i], elem);
                self.b.assign(reg, pad);
            }
            let address = self.b.mem(pointer, 0);
            self.emit_guarded(guard, op, &[reg.into()], &[address]);
            out.push(self.from_memory(reg.into(), elem));
        }
        out
    }

    /// Wide accesses, each under the mask of its first element.
    fn load_wide(
        &mut self,
        elem: Elem,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        count: usize,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let mut out = Vec::new();
        for group in Self::groups(pointers, count) {
            let words = self.group_registers(&group, bytes);
            let guard = self.mask_guard(masks.map(|masks| masks[group.first]), None);
            if !matches!(guard, Guarded::Always) {
                self.pad_group(&group, pads, elem, &words);
            }
            self.load_group(guard, &group, &words, space, bytes);
            out.extend(self.group_elements(&words, count, elem));
        }
        out
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn load_checked(
        &mut self,
        elem: Elem,
        class: Class,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        count: usize,
        check: Val,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let groups: Vec<AccessGroup> = Self::groups(pointers, count).collect();
        let words: Vec<Vec<Reg>> =
            groups.iter().map(|group| self.group_registers(group, bytes)).collect();
        let (slow, done) = (self.b.label(), self.b.label());
        self.b.branch_if(check, true, Uniform::No, slow);
        for (group, words) in groups.iter().zip(&words) {
            self.load_group(Guarded::Always, group, words, space, bytes);
        }
        self.b.branch_nonuniform(done);
        self.b.place(slow);
        let weak = Access { ordering: MemoryOrdering::Weak, scope: None, token: None };
        let singles = self.load_singly(elem, class, pointers, masks, pads, space, None, weak);
        for (group, words) in groups.iter().zip(&words) {
            let elements: Vec<Val> = singles[group.first..group.first + group.count]
                .iter()
                .map(|&val| self.to_memory(val, elem))
                .collect();
            let packed = self.pack_group(&elements, bytes);
            for (&word, val) in words.iter().zip(packed) {
                self.b.assign(word, val);
            }
        }
        self.b.place(done);
        words.iter().flat_map(|words| self.group_elements(words, count, elem)).collect()
    }

    /// A load whose value other threads may change meanwhile: by one thread for all that need it.
    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn strong_load(
        &mut self,
        layout: &LinearLayout,
        elem: Elem,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        access: Access,
    ) -> Select<Vec<Val>> {
        let class = element::class(elem);
        let only = self.representative(layout);
        let tile = match only {
            None => self.load_singly(elem, class, pointers, masks, pads, space, None, access),
            // Replicas get a value to have one; the exchange overwrites it.
            Some(_) => self.load_singly(elem, class, pointers, masks, pads, space, only, access),
        };
        let tile = if only.is_some() { self.share(&tile, elem, layout)? } else { tile };
        if access.acquires() {
            self.barrier();
        }
        Ok(tile)
    }

    pub fn store_ptr(
        &mut self,
        inst: Inst,
        destination: Value,
        value: Value,
        mask: Option<Value>,
        access: Access,
    ) -> Select<()> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(value);
        self.need_whole_bytes(elem)?;
        let bytes = element::bytes(elem);
        let pointers = self.at(destination, at)?;
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let tile = self.at(value, at)?;
        let place = self.pointer_place(destination, at);
        self.order_access(inst, true, destination, place, access);
        let memory: Tile =
            tile.iter().map(|&val| self.to_memory(val, elem)).collect::<Vec<_>>().into();
        let only = self.representative(&layout);
        let space = self.pointer_space();
        let masks = masks.as_deref();
        let width = if access.is_strong() {
            Width::Single
        } else {
            self.width(destination, mask, &layout, bytes)
        };
        match width {
            Width::Single => {
                self.store_singly(bytes, &pointers, &memory, masks, space, only, access)
            }
            Width::Always(count) => {
                self.store_wide(bytes, &pointers, &memory, masks, space, only, count)
            }
            Width::IfChecked { count, aligned, uniform } => {
                let check = self.wide_check(&pointers, masks, count, bytes, aligned, uniform);
                let (slow, done) = (self.b.label(), self.b.label());
                self.b.branch_if(check, true, Uniform::No, slow);
                self.store_wide(bytes, &pointers, &memory, None, space, only, count);
                self.b.branch_nonuniform(done);
                self.b.place(slow);
                self.store_singly(bytes, &pointers, &memory, masks, space, only, access);
                self.b.place(done);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn store_singly(
        &mut self,
        bytes: u32,
        pointers: &[Val],
        memory: &[Val],
        masks: Option<&[Val]>,
        space: Space,
        only: Option<Guard>,
        access: Access,
    ) {
        let op = access.store(space, element::memory_type(bytes));
        for (i, &pointer) in pointers.iter().enumerate() {
            let mask = masks.map(|masks| self.b.recompute(masks[i]));
            let guard = self.mask_guard(mask, only);
            let address = self.b.mem(pointer, 0);
            self.emit_guarded(guard, op, &[], &[address, memory[i].into()]);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn store_wide(
        &mut self,
        bytes: u32,
        pointers: &[Val],
        memory: &[Val],
        masks: Option<&[Val]>,
        space: Space,
        only: Option<Guard>,
        count: usize,
    ) {
        for group in Self::groups(pointers, count) {
            let guard = self.mask_guard(masks.map(|masks| masks[group.first]), only);
            self.store_group(guard, &group, memory, space, bytes);
        }
    }

    /// Shared memory of the tile block, as generic pointers.
    pub fn alloca(
        &mut self,
        count: i64,
        alignment: i64,
        global: bool,
        result: Value,
    ) -> Select<()> {
        let Elem::Ptr(pointee) = self.elem(result) else {
            return Err(Unsupported::op("alloca of numbers"));
        };
        self.need_whole_bytes(pointee.into())?;
        if global {
            return Err(Unsupported::op("alloca in global memory"));
        }
        let bytes = u64::try_from(count).unwrap_or(0).saturating_mul(u64::from(pointee.bytes()));
        if bytes > u64::from(self.target.max_shared) {
            let message =
                format!("an array of {bytes} bytes does not fit the shared memory of a block");
            return Err(Unsupported::new(codes::TILE_TOO_LARGE, message));
        }
        let align = u32::try_from(alignment).unwrap_or(16).next_power_of_two().clamp(16, 1024);
        let name = format!("{}_{}", self.name, result);
        let symbol = self.b.variable(Variable {
            name,
            space: Space::Shared,
            align,
            bytes,
            init: Vec::new(),
            visible: false,
        });
        self.materialize(result, |cx, _| {
            let address = cx.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
            Ok(vec![cx.b.def(Op::Cvta { space: Space::Shared }, &[address])])
        })
    }
}
