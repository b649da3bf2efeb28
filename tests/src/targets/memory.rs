//! Memory: pointers and the three kinds of views, every order and scope, masks and paddings.

use ir::types::{GatherScatterViewType, PartitionViewType, StridedViewType};
use ir::{
    Builder, CmpPredicate, Elem, Hints, Inbounds, MemoryOrdering, MemoryScope, Opcode, Overflow,
    PaddingValue, RmwMode, Scalar, Signedness, Type, TypeKind, Value,
};

use super::{Buffers, Cell, Kernel, WEAK, flat_index, read, sample, write};
use crate::differential::{Arg, EXACT};
use crate::kernels;

const COUNT: u32 = 128;

/// What a load, a store or an atomic may ask for.
fn orders(of: &[MemoryOrdering]) -> Vec<(MemoryOrdering, Option<MemoryScope>)> {
    let scopes = |&ordering: &MemoryOrdering| -> Vec<(MemoryOrdering, Option<MemoryScope>)> {
        if ordering == WEAK {
            return vec![(WEAK, None)];
        }
        MemoryScope::ALL.iter().map(|&scope| (ordering, Some(scope))).collect()
    };
    of.iter().flat_map(scopes).collect()
}

const LOADS: [MemoryOrdering; 3] = [WEAK, MemoryOrdering::Relaxed, MemoryOrdering::Acquire];
const STORES: [MemoryOrdering; 3] = [WEAK, MemoryOrdering::Relaxed, MemoryOrdering::Release];
const ATOMICS: [MemoryOrdering; 4] = [
    MemoryOrdering::Relaxed,
    MemoryOrdering::Acquire,
    MemoryOrdering::Release,
    MemoryOrdering::AcqRel,
];

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    // Elements of four bits are not in memory.
    for &elem in Scalar::ALL.iter().filter(|elem| elem.bits() != 4) {
        let mut push = |op: Opcode, row: &str, kernel: Kernel| {
            cells.push(Cell::new(op, row, elem, kernel));
        };
        push(Opcode::LoadPtrTko, "load_ptr_tko", loads(elem));
        push(Opcode::StorePtrTko, "store_ptr_tko", stores(elem));
        push(Opcode::AtomicCasTko, "atomic_cas_tko", compare_and_swap(elem));
        for &mode in RmwMode::ALL {
            let row = |op: Opcode| format!("{} {}", op.mnemonic(), mode.text());
            push(Opcode::AtomicRmwTko, &row(Opcode::AtomicRmwTko), update(elem, mode));
            push(Opcode::AtomicRedViewTko, &row(Opcode::AtomicRedViewTko), reduce_view(elem, mode));
        }
        for kind in [ViewKind::Partition, ViewKind::Strided, ViewKind::GatherScatter] {
            let row = |op: Opcode| format!("{}, {}", op.mnemonic(), kind.text());
            push(Opcode::LoadViewTko, &row(Opcode::LoadViewTko), load_views(elem, kind));
            push(Opcode::StoreViewTko, &row(Opcode::StoreViewTko), store_views(elem, kind));
            if elem.is_int() {
                let op = Opcode::GetIndexSpaceShape;
                push(op, &row(op), extents(elem, Some(kind)));
            }
        }
        if elem.is_int() {
            push(Opcode::GetTensorShape, "get_tensor_shape", extents(elem, None));
        }
        push(Opcode::Offset, "offset", offsets(elem));
        push(Opcode::PtrToInt, "ptr_to_int, int_to_ptr, ptr_to_ptr", addresses(elem));
        push(Opcode::Alloca, "alloca", scratch(elem));
        push(Opcode::GetGlobal, "get_global", globals(elem));
    }
    cells
}

/// Every third element of a tile is masked off.
fn mask(b: &mut Builder<'_>, dims: &[u32]) -> Value {
    let index = flat_index(b, dims);
    let ty = b.value_type(index);
    let (three, zero) = (b.const_bits(ty, 3), b.const_bits(ty, 0));
    let left = b.remi(index, three, Signedness::Unsigned);
    b.cmpi(left, zero, CmpPredicate::NotEqual, Signedness::Unsigned)
}

fn loads(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, COUNT, 3));
    let all = orders(&LOADS);
    let outputs: Vec<usize> = all.iter().map(|_| buffers.output(elem, 2 * COUNT)).collect();
    buffers.kernel(EXACT, |b, p| {
        let index = flat_index(b, &[COUNT]);
        let from = kernels::pointers(b, p[input], index);
        let ty = b.types.tile(&[COUNT], elem);
        let (mask, padding) = (mask(b, &[COUNT]), b.const_bits(ty, 1));
        let mut token = b.make_token();
        for (&(ordering, scope), &output) in all.iter().zip(&outputs) {
            let (whole, t) =
                b.load_ptr_tko(from, None, None, Some(token), ordering, scope, Hints::new());
            let (masked, t) = b.load_ptr_tko(
                from,
                Some(mask),
                Some(padding),
                Some(t),
                ordering,
                scope,
                Hints::new(),
            );
            token = t;
            let both = b.cat(whole, masked, 0);
            write(b, p[output], both);
        }
        // One element, which one thread loads for all.
        let first = b.load_ptr_tko(p[input], None, None, None, WEAK, None, Hints::new()).0;
        let spread = kernels::splat(b, first, &[COUNT]);
        write(b, p[outputs[0]], spread);
    })
}

fn stores(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, COUNT, 3));
    let all = orders(&STORES);
    let outputs: Vec<[usize; 2]> =
        all.iter().map(|_| [(); 2].map(|()| buffers.output(elem, COUNT))).collect();
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[COUNT]);
        let index = flat_index(b, &[COUNT]);
        let mask = mask(b, &[COUNT]);
        let mut token = b.make_token();
        for (&(ordering, scope), &[whole, masked]) in all.iter().zip(&outputs) {
            for (output, mask) in [(whole, None), (masked, Some(mask))] {
                let to = kernels::pointers(b, p[output], index);
                token = b.store_ptr_tko(to, tile, mask, Some(token), ordering, scope, Hints::new());
            }
        }
    })
}

fn update(elem: Scalar, mode: RmwMode) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::exact(elem, COUNT, 3));
    let all = orders(&ATOMICS);
    let memory: Vec<[usize; 2]> = all
        .iter()
        .map(|_| {
            [sample::exact(elem, COUNT, 5), sample::exact(elem, 1, 5)].map(|b| buffers.input(b))
        })
        .collect();
    let old: Vec<usize> = all.iter().map(|_| buffers.output(elem, COUNT)).collect();
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[COUNT]);
        let index = flat_index(b, &[COUNT]);
        let ty = b.value_type(index);
        let (mask, none) = (mask(b, &[COUNT]), Overflow::None);
        let zeros = b.const_bits(ty, 0);
        let mut token = b.make_token();
        for ((&(ordering, scope), &[memory, one]), &old) in all.iter().zip(&memory).zip(&old) {
            let scope = scope.unwrap_or(MemoryScope::Device);
            let to = kernels::pointers(b, p[memory], index);
            let (before, t) =
                b.atomic_rmw_tko(to, tile, None, Some(token), ordering, scope, mode, none);
            write(b, p[old], before);
            // Some elements, whose old values are unused; then all into one place.
            let (_, t) =
                b.atomic_rmw_tko(to, tile, Some(mask), Some(t), ordering, scope, mode, none);
            token = t;
            if mode != RmwMode::Xchg {
                let to = kernels::pointers(b, p[one], zeros);
                token =
                    b.atomic_rmw_tko(to, tile, None, Some(token), ordering, scope, mode, none).1;
            }
        }
    })
}

fn compare_and_swap(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::exact(elem, COUNT, 3));
    let all = orders(&ATOMICS);
    let memory: Vec<usize> =
        all.iter().map(|_| buffers.input(sample::exact(elem, COUNT, 5))).collect();
    let old: Vec<usize> = all.iter().map(|_| buffers.output(elem, COUNT)).collect();
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[COUNT]);
        let index = flat_index(b, &[COUNT]);
        let ty = b.value_type(tile);
        let (mask, new) = (mask(b, &[COUNT]), b.const_bits(ty, 1));
        let mut token = b.make_token();
        for ((&(ordering, scope), &memory), &old) in all.iter().zip(&memory).zip(&old) {
            let scope = scope.unwrap_or(MemoryScope::Device);
            let to = kernels::pointers(b, p[memory], index);
            let (before, t) =
                b.atomic_cas_tko(to, tile, new, Some(mask), Some(token), ordering, scope);
            let (_, t) = b.atomic_cas_tko(to, new, tile, None, Some(t), ordering, scope);
            token = t;
            // The result of a masked element is unspecified.
            let kept = b.select(mask, before, new);
            write(b, p[old], kept);
        }
    })
}

// ---- views ----

#[derive(Clone, Copy, PartialEq, Eq)]
enum ViewKind {
    Partition,
    Strided,
    GatherScatter,
}

impl ViewKind {
    fn text(self) -> &'static str {
        match self {
            ViewKind::Partition => "partition",
            ViewKind::Strided => "strided",
            ViewKind::GatherScatter => "gather/scatter",
        }
    }
}

/// Rows and columns of the tensor: more than two tiles and less than three.
const TENSOR: [u32; 2] = [19, 40];
const TILE: [u32; 2] = [8, 16];

/// How a view of the tensor is cut.
#[derive(Clone, Copy)]
struct Cut {
    padding: Option<PaddingValue>,
    /// Tile dimensions in the order of the tensor's, or reversed.
    swaps: bool,
    /// Extents and strides known to the compiler.
    is_static: bool,
    sparse: u32,
}

fn cuts(elem: Scalar, kind: ViewKind) -> Vec<Cut> {
    let paddings: Vec<PaddingValue> =
        if elem.is_float() { PaddingValue::ALL.to_vec() } else { vec![PaddingValue::Zero] };
    let mut cuts: Vec<Cut> = paddings
        .into_iter()
        .enumerate()
        .map(|(at, padding)| Cut {
            padding: Some(padding),
            swaps: at % 2 == 1,
            is_static: at % 3 == 0,
            sparse: at as u32 % 2,
        })
        .collect();
    cuts.push(Cut { padding: Some(PaddingValue::Zero), swaps: true, is_static: false, sparse: 1 });
    if kind == ViewKind::GatherScatter {
        cuts.iter_mut().for_each(|cut| cut.swaps = false);
    }
    cuts
}

/// A view of the matrix at `base`, and the indices of a tile on the edge.
fn view(
    b: &mut Builder<'_>,
    base: Value,
    elem: Scalar,
    kind: ViewKind,
    cut: Cut,
) -> (Value, Vec<Value>) {
    let [rows, columns] = TENSOR.map(i64::from);
    let (shape, strides) = if cut.is_static {
        (vec![Some(rows), Some(columns)], vec![Some(columns), Some(1)])
    } else {
        (vec![None, None], vec![None, Some(1)])
    };
    let tensor = b.types.tensor_view(elem, &shape, &strides);
    let (x, _, _) = b.get_tile_block_id();
    let number = |b: &mut Builder<'_>, value: i64| {
        let value = b.const_i32(value as i32);
        b.addi(x, value, Overflow::None)
    };
    let dynamic = if cut.is_static { vec![] } else { [rows, columns, columns].to_vec() };
    let dynamic: Vec<Value> = dynamic.into_iter().map(|value| number(b, value)).collect();
    let (extents, steps) = dynamic.split_at(if cut.is_static { 0 } else { 2 });
    let whole = b.make_tensor_view(base, extents.iter().copied(), steps.iter().copied(), tensor);
    let ty = view_type(b, tensor, kind, cut);
    let last = if cut.swaps { [4, 1] } else { [2, 2] };
    let mut index = last.map(|tile| number(b, tile)).to_vec();
    let tiled = match kind {
        ViewKind::Partition => b.make_partition_view(whole, ty),
        ViewKind::Strided => b.make_strided_view(whole, ty),
        ViewKind::GatherScatter => {
            let sparse = cut.sparse as usize;
            // Some of the places are outside.
            let places = b.types.tile(&[TILE[sparse]], Scalar::I32);
            let numbers = b.iota(places);
            let step = b.const_bits(places, u64::from(TENSOR[sparse]) / 4 - 1);
            let places = b.muli(numbers, step, Overflow::None);
            index[sparse] = places;
            // The other index is the element at which the tile begins.
            let dense = 1 - sparse;
            index[dense] = number(b, 2 * i64::from(TILE[dense]));
            b.make_gather_scatter_view(whole, ty)
        }
    };
    (tiled, index)
}

fn view_type(b: &mut Builder<'_>, tensor: Type, kind: ViewKind, cut: Cut) -> Type {
    let Cut { padding, swaps, sparse: sparse_dim, .. } = cut;
    let dim_map = if swaps { [1, 0] } else { [0, 1] }.into_iter().collect();
    let tile = TILE.into_iter().collect();
    b.types.intern(match kind {
        ViewKind::Partition => {
            TypeKind::PartitionView(PartitionViewType { tile, padding, tensor, dim_map })
        }
        ViewKind::Strided => {
            let traversal_strides = [6, 12].into_iter().collect();
            TypeKind::StridedView(StridedViewType {
                tile,
                traversal_strides,
                padding,
                tensor,
                dim_map,
            })
        }
        ViewKind::GatherScatter => {
            TypeKind::GatherScatterView(GatherScatterViewType { tile, padding, tensor, sparse_dim })
        }
    })
}

fn load_views(elem: Scalar, kind: ViewKind) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, TENSOR[0] * TENSOR[1], 3));
    let cuts = cuts(elem, kind);
    let all = orders(&LOADS);
    let mut outputs = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        // Every order of the first view, one of each other.
        for order in if number == 0 { &all[..] } else { &all[..1] } {
            outputs.push((*cut, *order, buffers.output(elem, TILE[0] * TILE[1])));
        }
    }
    buffers.kernel(EXACT, |b, p| {
        for &(cut, (ordering, scope), output) in &outputs {
            let (view, index) = view(b, p[input], elem, kind, cut);
            let (tile, _) =
                b.load_view_tko(view, index, None, ordering, scope, Hints::new(), Inbounds::new());
            write(b, p[output], tile);
        }
    })
}

fn store_views(elem: Scalar, kind: ViewKind) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, TILE[0] * TILE[1], 3));
    let cuts = cuts(elem, kind);
    let all = orders(&STORES);
    let mut outputs = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        for order in if number == 0 { &all[..] } else { &all[..1] } {
            outputs.push((*cut, *order, buffers.output(elem, TENSOR[0] * TENSOR[1])));
        }
    }
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &TILE);
        for &(cut, (ordering, scope), output) in &outputs {
            let (view, index) = view(b, p[output], elem, kind, cut);
            b.store_view_tko(
                tile,
                view,
                index,
                None,
                ordering,
                scope,
                Hints::new(),
                Inbounds::new(),
            );
        }
    })
}

fn reduce_view(elem: Scalar, mode: RmwMode) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::exact(elem, TILE[0] * TILE[1], 3));
    let kinds = [ViewKind::Partition, ViewKind::Strided, ViewKind::GatherScatter];
    let mut outputs = Vec::new();
    for kind in kinds {
        for order in [MemoryOrdering::Relaxed] {
            for scope in [MemoryScope::TileBlock, MemoryScope::Device] {
                let memory = sample::exact(elem, TENSOR[0] * TENSOR[1], 5);
                outputs.push((kind, order, scope, buffers.input(memory)));
            }
        }
    }
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &TILE);
        for &(kind, order, scope, output) in &outputs {
            let padding = Some(PaddingValue::Zero);
            let cut = Cut { padding, swaps: false, is_static: true, sparse: 0 };
            let (view, index) = view(b, p[output], elem, kind, cut);
            b.atomic_red_view_tko(view, index, tile, None, order, scope, mode, Inbounds::new());
        }
    })
}

/// The shape of the tensor, or of the index space of a view of it.
fn extents(elem: Scalar, kind: Option<ViewKind>) -> Kernel {
    let mut buffers = Buffers::default();
    let data = buffers.input(sample::numbers(Scalar::F32, 16, 3));
    let outputs = [(); 4].map(|()| buffers.output(elem, 1));
    buffers.kernel(EXACT, |b, p| {
        let ty = b.types.scalar(elem);
        for (at, is_static) in [true, false].into_iter().enumerate() {
            let cut = Cut { padding: None, swaps: !is_static, is_static, sparse: 0 };
            let cut = if kind == Some(ViewKind::GatherScatter) {
                Cut { swaps: false, ..cut }
            } else {
                cut
            };
            let (view, _) = view(b, p[data], Scalar::F32, kind.unwrap_or(ViewKind::Partition), cut);
            let results = match kind {
                Some(_) => b.get_index_space_shape(view, &[ty, ty]),
                None => {
                    let whole = b.function.def_data(view).map(|data| data.operands()[0]);
                    b.get_tensor_shape(whole.unwrap_or(view), &[ty, ty])
                }
            };
            for (result, &output) in results.into_iter().zip(&outputs[2 * at..]) {
                write_scalar(b, p[output], result);
            }
        }
    })
}

fn write_scalar(b: &mut Builder<'_>, base: Value, value: Value) {
    b.store_ptr_tko(base, value, None, None, WEAK, None, Hints::new());
}

// ---- addresses ----

/// Offsets of every integer type, backwards too.
fn offsets(elem: Scalar) -> Kernel {
    let ints = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 2 * 64, 3));
    let steps = ints.map(|int| {
        let bits = (0..64u64).map(|at| (at * 7 % 64).wrapping_sub(32) & int.mask()).collect();
        (int, buffers.input(Arg::Buffer(int, bits)), buffers.output(elem, 64))
    });
    buffers.kernel(EXACT, |b, p| {
        let middle = b.const_i32(64);
        let base = b.offset(p[input], middle);
        for (int, step, output) in steps {
            let by = read(b, p[step], int, &[64]);
            let from = kernels::pointers(b, base, by);
            let tile = b.load_ptr_tko(from, None, None, None, WEAK, None, Hints::new()).0;
            write(b, p[output], tile);
        }
    })
}

/// Pointers as integers and back, and as pointers to something else.
fn addresses(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 64, 3));
    let (output, distance) = (buffers.output(elem, 64), buffers.output(Scalar::I64, 64));
    buffers.kernel(EXACT, |b, p| {
        let index = flat_index(b, &[64]);
        let from = kernels::pointers(b, p[input], index);
        let pointers = b.value_type(from);
        let bytes = b.types.tile(&[64], Elem::Ptr(Scalar::I8));
        let as_bytes = b.ptr_to_ptr(from, bytes);
        let number = b.ptr_to_int(as_bytes);
        let start = b.ptr_to_int(p[input]);
        let start = kernels::splat(b, start, &[64]);
        let difference = b.subi(number, start, Overflow::None);
        write(b, p[distance], difference);
        let back = b.int_to_ptr(number, pointers);
        let tile = b.load_ptr_tko(back, None, None, None, WEAK, None, Hints::new()).0;
        write(b, p[output], tile);
    })
}

/// Scratch memory of a block, reversed on the way.
fn scratch(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 64, 3));
    let outputs = [(); 2].map(|()| buffers.output(elem, 64));
    buffers.kernel(EXACT, |b, p| {
        for output in outputs {
            let tile = read(b, p[input], elem, &[64]);
            let pointer = b.types.ptr(elem);
            let memory = b.alloca(64, 16, false, pointer);
            let index = flat_index(b, &[64]);
            let to = kernels::pointers(b, memory, index);
            let stored = b.store_ptr_tko(to, tile, None, None, WEAK, None, Hints::new());
            let last = b.value_type(index);
            let last = b.const_bits(last, 63);
            let reversed = b.subi(last, index, Overflow::None);
            let from = kernels::pointers(b, memory, reversed);
            let token = Some(stored);
            let tile = b.load_ptr_tko(from, None, None, token, WEAK, None, Hints::new()).0;
            write(b, p[output], tile);
        }
    })
}

/// A global with initial values.
fn globals(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let output = buffers.output(elem, 64);
    let Arg::Buffer(_, bits) = sample::numbers(elem, 64, 3) else { unreachable!() };
    let global = <ir::Global as cranelift_entity::EntityRef>::new(0);
    let mut kernel = buffers.kernel(EXACT, |b, p| {
        let pointer = b.types.ptr(elem);
        let base = b.get_global(global, pointer);
        let tile = read(b, base, elem, &[64]);
        write(b, p[output], tile);
    });
    let ty = kernel.module.types.tile(&[64], elem);
    kernel.module.globals.push(ir::GlobalData {
        name: format!("table_{elem}"),
        ty,
        value: ir::DenseConstant::dense(elem, bits),
        alignment: 0,
        visibility: ir::Visibility::Public,
        constant: false,
        span: lang::base::Span::NONE,
    });
    kernel
}
