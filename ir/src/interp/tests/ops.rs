//! Ops that the other tests do not use: conversions, shapes, masks, scratch memory, all views, all
//! matrix products. Each computes from constants and stores what it got.

use super::*;
use crate::attrs::CmpOrdering;
use crate::types::{Dims, GatherScatterViewType, StridedViewType, TypeKind};

/// The bits of the elements that `build` computes, as tile of shape `dims` of `elem`.
fn compute(dims: &[u32], elem: Scalar, build: impl FnOnce(&mut Builder<'_>) -> Value) -> Vec<u64> {
    stored(&storing(dims, elem, build), dims, elem)
}

/// A kernel that stores what `build` computes.
fn storing(dims: &[u32], elem: Scalar, build: impl FnOnce(&mut Builder<'_>) -> Value) -> Module {
    kernel(
        |types| vec![types.ptr(elem)],
        |b, params| {
            let value = build(b);
            store(b, params[0], value, dims, elem);
        },
    )
}

/// The bits of the elements that a module stores through its one parameter.
fn stored(module: &Module, dims: &[u32], elem: Scalar) -> Vec<u64> {
    let count = dims.iter().product::<u32>() as usize;
    let size = elem.bytes() as usize;
    let mut memory = Memory::new();
    let to = memory.alloc_filled(count * size, 0xCD);
    run(module, [1; 3], &[to], &mut memory);
    let bytes = memory.read(to, count * size).unwrap();
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b));
    bytes.chunks(size).map(word).collect()
}

/// What [`compute`] gives, and the ops that back ends get in the place of those that they do not know give too.
fn compute_legal(
    dims: &[u32],
    elem: Scalar,
    build: impl FnOnce(&mut Builder<'_>) -> Value,
) -> Vec<u64> {
    let module = storing(dims, elem, build);
    let legal = crate::pass::legalize::legalized(&module).expect("an op to legalise");
    let found = crate::verify::module(&legal);
    assert!(found.is_empty(), "{found:#?}");
    assert!(crate::pass::legalize::legalized(&legal).is_none());
    let bits = stored(&module, dims, elem);
    assert_eq!(stored(&legal, dims, elem), bits);
    bits
}

#[test]
fn insert_replaces_a_part() {
    let of = |part: &'static [u32], whole: &'static [u32], at: &'static [i32]| {
        compute_legal(whole, Scalar::I16, |b| {
            let count = part.iter().product::<u32>();
            let bits: Vec<u64> = (0..u64::from(count)).map(|i| i + 10).collect();
            let source = constant(b, part, Scalar::I16, &bits);
            let ty = b.types.tile(whole, Scalar::I16);
            let destination = b.const_bits(ty, 1);
            let at: Vec<Value> = at.iter().map(|&i| b.const_i32(i)).collect();
            b.insert_(source, destination, at)
        })
    };
    assert_eq!(of(&[2], &[4], &[1]), [1, 1, 10, 11]);
    assert_eq!(of(&[2, 2], &[2, 4], &[0, 1]), [1, 1, 10, 11, 1, 1, 12, 13]);
    assert_eq!(of(&[1, 4], &[2, 4], &[1, 0]), [1, 1, 1, 1, 10, 11, 12, 13]);
    assert_eq!(of(&[2, 1, 2], &[2, 2, 2], &[0, 1, 0]), [1, 1, 10, 11, 1, 1, 12, 13]);
    assert_eq!(of(&[], &[], &[]), [10]);
    assert_eq!(of(&[2, 2], &[2, 2], &[0, 0]), [10, 11, 12, 13]);
}

#[test]
fn powers_have_integer_exponents() {
    let f32 = |x: f32| u64::from(x.to_bits());
    let infinity = f32::INFINITY;
    let cases: [(f32, i32, f32); 16] = [
        (2.0, 10, 1024.0),
        (-2.0, 3, -8.0),
        (-2.0, 4, 16.0),
        (-2.0, -1, -0.5),
        (f32::NAN, 0, 1.0),
        (-infinity, 0, 1.0),
        (-0.0, 3, -0.0),
        (-0.0, 2, 0.0),
        (-0.0, -1, -infinity),
        (-0.0, -2, infinity),
        (0.0, -3, infinity),
        (-infinity, 3, -infinity),
        (-infinity, -3, -0.0),
        // An f32 has the parity of neither.
        (-1.0, (1 << 24) + 1, -1.0),
        (-1.0, i32::MAX, -1.0),
        (-1.0, i32::MIN, 1.0),
    ];
    let bits = compute_legal(&[16], Scalar::F32, |b| {
        let base = constant(b, &[16], Scalar::F32, &cases.map(|(x, ..)| f32(x)));
        let exponent = constant(b, &[16], Scalar::I32, &cases.map(|(_, n, _)| n as u64));
        b.fpowi(base, exponent)
    });
    assert_eq!(bits, cases.map(|(.., expected)| f32(expected)));
    // 1.0078125^n, where bf16 has 8 bits for n.
    let narrow = compute_legal(&[2], Scalar::BF16, |b| {
        let base = constant(b, &[2], Scalar::BF16, &[0x3F81; 2]);
        let exponent = constant(b, &[2], Scalar::I16, &[257, 301]);
        b.fpowi(base, exponent)
    });
    assert_eq!(narrow, [257, 301].map(|n| u64::from(bf16_of(1.0078125f64.powi(n)))));
    let signs = compute_legal(&[2], Scalar::F64, |b| {
        let base = constant(b, &[2], Scalar::F64, &[(-3.0f64).to_bits(); 2]);
        let exponent = constant(b, &[2], Scalar::I8, &[0xFF, 0x80]);
        b.fpowi(base, exponent)
    });
    assert_eq!(signs[0], (-1.0f64 / 3.0).to_bits());
    assert!(f64::from_bits(signs[1]) > 0.0);
}

/// The nearest bf16 of a positive number.
fn bf16_of(x: f64) -> u16 {
    let bits = (x as f32).to_bits();
    ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

fn constant(b: &mut Builder<'_>, dims: &[u32], elem: Scalar, bits: &[u64]) -> Value {
    let ty = b.types.tile(dims, elem);
    b.constant(DenseConstant::dense(elem, bits.iter().copied()), ty)
}

#[test]
fn integers_and_floats_convert() {
    let wide = compute(&[2], Scalar::I32, |b| {
        let from = constant(b, &[2], Scalar::I8, &[0x80, 0x7f]);
        let to = b.types.tile(&[2], Scalar::I32);
        b.exti(from, Signedness::Signed, to)
    });
    assert_eq!(wide, [0xffff_ff80, 0x7f]);
    let narrow = compute(&[2], Scalar::I1, |b| {
        let from = constant(b, &[2], Scalar::I64, &[2, 3]);
        let to = b.types.tile(&[2], Scalar::I1);
        b.trunci(from, Overflow::None, to)
    });
    assert_eq!(narrow, [0, 1]);
    let eight = compute(&[4], Scalar::F8E4M3FN, |b| {
        let bits = [1.0f32, -448.0, 1e9, 0.0].map(|x| x.to_bits().into());
        let from = constant(b, &[4], Scalar::F32, &bits);
        let to = b.types.tile(&[4], Scalar::F8E4M3FN);
        b.ftof(from, Rounding::NearestEven, to)
    });
    assert_eq!(eight, [0x38, 0xfe, 0x7e, 0]);
    let ints = compute(&[4], Scalar::I8, |b| {
        let bits = [-1.9f64, 300.0, f64::NAN, -300.0].map(f64::to_bits);
        let from = constant(b, &[4], Scalar::F64, &bits);
        let to = b.types.tile(&[4], Scalar::I8);
        b.ftoi(from, Signedness::Signed, Rounding::NearestIntToZero, false, to)
    });
    assert_eq!(ints, [0xff, 0x7f, 0, 0x80]);
    let floats = compute(&[2], Scalar::BF16, |b| {
        let from = constant(b, &[2], Scalar::I16, &[0xffff, 257]);
        let to = b.types.tile(&[2], Scalar::BF16);
        b.itof(from, Signedness::Unsigned, Rounding::NearestEven, to)
    });
    assert_eq!(floats, [0x4780, 0x4380]);
    let pointer = compute(&[], Scalar::I64, |b| {
        let address = b.const_i64(0x1234);
        let (bytes, words) = (b.types.ptr(Scalar::I8), b.types.ptr(Scalar::F64));
        let pointer = b.int_to_ptr(address, bytes);
        let pointer = b.ptr_to_ptr(pointer, words);
        let back = b.const_i32(-2);
        let pointer = b.offset(pointer, back);
        b.ptr_to_int(pointer)
    });
    assert_eq!(pointer, [0x1224]);
}

#[test]
fn bytes_pack_and_unpack() {
    let bytes = compute(&[4], Scalar::I8, |b| {
        let from = constant(b, &[2], Scalar::F16, &[0x3c00, 0x1234]);
        let to = b.types.tile(&[4], Scalar::I8);
        b.pack(from, to)
    });
    assert_eq!(bytes, [0x00, 0x3c, 0x34, 0x12]);
    let nibbles = compute(&[4], Scalar::I8, |b| {
        let bytes = constant(b, &[2], Scalar::I8, &[0x21, 0xf3]);
        let quarter = b.types.tile(&[4], Scalar::I4);
        let four = b.unpack(bytes, quarter);
        let to = b.types.tile(&[4], Scalar::I8);
        b.exti(four, Signedness::Signed, to)
    });
    assert_eq!(nibbles, [1, 2, 3, 0xff]);
}

#[test]
fn floats_round_compare_and_choose() {
    let down = compute(&[2], Scalar::F32, |b| {
        let x = constant(b, &[2], Scalar::F32, &[0x3f80_0000, 0xbf80_0000]);
        let tiny = constant(b, &[2], Scalar::F32, &[1, 1]);
        b.addf(x, tiny, Rounding::PositiveInf, false)
    });
    assert_eq!(down, [0x3f80_0001, 0xbf7f_ffff]);
    let nan = u64::from(f32::NAN.to_bits());
    for (ordering, want) in [(CmpOrdering::Ordered, [0, 1]), (CmpOrdering::Unordered, [1, 1])] {
        let different = compute(&[2], Scalar::I1, |b| {
            let x = constant(b, &[2], Scalar::F32, &[nan, 1]);
            let y = constant(b, &[2], Scalar::F32, &[nan, 2]);
            b.cmpf(x, y, CmpPredicate::NotEqual, ordering)
        });
        assert_eq!(different, want);
    }
    let chosen = compute(&[4], Scalar::I16, |b| {
        let cond = constant(b, &[4], Scalar::I1, &[1, 0, 0, 1]);
        let x = constant(b, &[4], Scalar::I16, &[1, 1, 1, 1]);
        let y = constant(b, &[4], Scalar::I16, &[5, 6, 7, 8]);
        b.select(cond, x, y)
    });
    assert_eq!(chosen, [1, 6, 7, 1]);
    let fused = compute(&[], Scalar::F16, |b| {
        // (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20 exactly.
        let x = constant(b, &[], Scalar::F16, &[0x3c01]);
        let y = constant(b, &[], Scalar::F16, &[0xbc02]);
        b.fma(x, x, y, Rounding::NearestEven, false)
    });
    assert_eq!(fused, [0x0010]);
    let largest = compute(&[2], Scalar::F64, |b| {
        let x = constant(b, &[2], Scalar::F64, &[(-0.0f64).to_bits(), f64::NAN.to_bits()]);
        let y = constant(b, &[2], Scalar::F64, &[0, 1]);
        b.maxf(x, y, false, false)
    });
    assert_eq!(largest, [0, 1]);
}

#[test]
fn integers_divide_and_shift() {
    let pairs: [[u64; 4]; 2] = [[7, 0xf9, 7, 0xf9], [2, 2, 0xfe, 0xfe]];
    for (rounding, want) in [
        (Rounding::Zero, [3, 0xfd, 0xfd, 3]),
        (Rounding::PositiveInf, [4, 0xfd, 0xfd, 4]),
        (Rounding::NegativeInf, [3, 0xfc, 0xfc, 3]),
    ] {
        let quotient = compute(&[4], Scalar::I8, |b| {
            let x = constant(b, &[4], Scalar::I8, &pairs[0]);
            let y = constant(b, &[4], Scalar::I8, &pairs[1]);
            b.divi(x, y, Signedness::Signed, rounding)
        });
        assert_eq!(quotient, want, "{rounding:?}");
    }
    let shifted = compute(&[2], Scalar::I16, |b| {
        let x = constant(b, &[2], Scalar::I16, &[0x8000, 0x4000]);
        let y = constant(b, &[2], Scalar::I16, &[15, 1]);
        b.shri(x, y, Signedness::Signed)
    });
    assert_eq!(shifted, [0xffff, 0x2000]);
    let high = compute(&[], Scalar::I64, |b| {
        let x = b.const_i64(-1);
        b.mulhii(x, x)
    });
    assert_eq!(high, [u64::MAX - 1]);
}

#[test]
fn shapes_change() {
    let whole = compute(&[2, 4], Scalar::I32, |b| {
        let x = constant(b, &[2, 2], Scalar::I32, &[1, 2, 3, 4]);
        let y = constant(b, &[2, 2], Scalar::I32, &[5, 6, 7, 8]);
        b.cat(x, y, 1)
    });
    assert_eq!(whole, [1, 2, 5, 6, 3, 4, 7, 8]);
    let moved = compute(&[2, 1, 4], Scalar::I32, |b| {
        let flat = b.types.tile(&[8], Scalar::I32);
        let shaped = b.types.tile(&[4, 2, 1], Scalar::I32);
        let x = b.iota(flat);
        let x = b.reshape(x, shaped);
        b.permute(x, Dims::from_slice(&[1, 2, 0]))
    });
    assert_eq!(moved, [0, 2, 4, 6, 1, 3, 5, 7]);
    let part = compute(&[2, 2], Scalar::I32, |b| {
        let flat = b.types.tile(&[16], Scalar::I32);
        let shaped = b.types.tile(&[4, 4], Scalar::I32);
        let to = b.types.tile(&[2, 2], Scalar::I32);
        let x = b.iota(flat);
        let x = b.reshape(x, shaped);
        let index = [b.const_i32(0), b.const_i32(1)];
        b.extract(x, index, to)
    });
    assert_eq!(part, [2, 3, 6, 7]);
}

#[test]
fn masks_leave_elements_out() {
    let loaded = compute(&[4], Scalar::I32, |b| {
        let scratch = b.types.ptr(Scalar::I32);
        let scratch = b.alloca(4, 128, false, scratch);
        let ones = constant(b, &[4], Scalar::I32, &[1, 2, 3, 4]);
        let mask = constant(b, &[4], Scalar::I1, &[1, 1, 0, 1]);
        let at = pointers(b, scratch, &[4], Scalar::I32);
        b.store_ptr_tko(at, ones, Some(mask), None, WEAK, None, Hints::new());
        let mask = constant(b, &[4], Scalar::I1, &[1, 0, 1, 1]);
        let padding = constant(b, &[4], Scalar::I32, &[9, 9, 9, 9]);
        b.load_ptr_tko(at, Some(mask), Some(padding), None, WEAK, None, Hints::new()).0
    });
    assert_eq!(loaded, [1, 9, 0, 4]);
    let swapped = compute(&[8], Scalar::I32, |b| {
        let scratch = b.types.ptr(Scalar::I32);
        let scratch = b.alloca(4, 128, false, scratch);
        let at = pointers(b, scratch, &[4], Scalar::I32);
        let zeros = constant(b, &[4], Scalar::I32, &[0, 0, 1, 1]);
        let new = constant(b, &[4], Scalar::I32, &[5, 6, 7, 8]);
        let mask = constant(b, &[4], Scalar::I1, &[1, 1, 1, 0]);
        let (ordering, scope) = (MemoryOrdering::AcqRel, MemoryScope::Device);
        let (old, _) = b.atomic_cas_tko(at, zeros, new, Some(mask), None, ordering, scope);
        let now = b.load_ptr_tko(at, None, None, None, WEAK, None, Hints::new()).0;
        b.cat(old, now, 0)
    });
    assert_eq!(swapped, [0, 0, 0, 1, 5, 6, 0, 0]);
}

/// Loads from a view of `[0, 1, ..., 31]` as 4x8; `view` makes its type from the tensor's.
fn load_from_view(
    dims: &[u32],
    view: impl FnOnce(&mut TypeStore, crate::entities::Type) -> crate::entities::Type,
    make: impl FnOnce(&mut Builder<'_>, Value, crate::entities::Type) -> Value,
    index: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
) -> Vec<u64> {
    compute(dims, Scalar::I32, |b| {
        let scratch = b.types.ptr(Scalar::I32);
        let scratch = b.alloca(32, 16, false, scratch);
        let flat = b.types.tile(&[32], Scalar::I32);
        let numbers = b.iota(flat);
        store(b, scratch, numbers, &[32], Scalar::I32);
        let tensor = b.types.tensor_view(Scalar::I32, &[Some(4), Some(8)], &[Some(8), Some(1)]);
        let view = view(b.types, tensor);
        let tensor = b.make_tensor_view(scratch, [], [], tensor);
        let made = make(b, tensor, view);
        let index = index(b);
        b.load_view_tko(made, index, None, WEAK, None, Hints::new(), Inbounds::new()).0
    })
}

#[test]
fn views_overlap_and_gather() {
    let overlapping = load_from_view(
        &[2, 2],
        |types, tensor| {
            types.intern(TypeKind::StridedView(StridedViewType {
                tile: Dims::from_slice(&[2, 2]),
                traversal_strides: Dims::from_slice(&[1, 3]),
                padding: None,
                tensor,
                dim_map: Dims::from_slice(&[1, 0]),
            }))
        },
        |b, tensor, view| b.make_strided_view(tensor, view),
        |b| vec![b.const_i32(2), b.const_i32(1)],
    );
    // Tile dimension 0 runs along columns from 2, dimension 1 along rows from 3.
    assert_eq!(overlapping, [26, 0, 27, 0]);
    let rows = load_from_view(
        &[2, 4],
        |types, tensor| {
            types.intern(TypeKind::GatherScatterView(GatherScatterViewType {
                tile: Dims::from_slice(&[2, 4]),
                padding: Some(PaddingValue::Zero),
                tensor,
                sparse_dim: 0,
            }))
        },
        |b, tensor, view| b.make_gather_scatter_view(tensor, view),
        |b| vec![constant(b, &[2], Scalar::I32, &[3, 1]), b.const_i32(3)],
    );
    // Columns from 3 on.
    assert_eq!(rows, [27, 28, 29, 30, 11, 12, 13, 14]);
}

#[test]
fn views_tell_their_sizes_and_take_reductions() {
    let sizes = compute(&[4], Scalar::I32, |b| {
        let pointer = b.types.ptr(Scalar::I32);
        let scratch = b.alloca(15, 16, false, pointer);
        let tensor = b.types.tensor_view(Scalar::I32, &[None, Some(5)], &[Some(5), Some(1)]);
        let partition = b.types.partition_view(tensor, &[2, 4], None);
        let rows = b.const_i32(3);
        let tensor = b.make_tensor_view(scratch, [rows], [], tensor);
        let view = b.make_partition_view(tensor, partition);
        let (i32_type, one) = (b.types.scalar(Scalar::I32), b.types.tile(&[1], Scalar::I32));
        let shape = b.get_tensor_shape(tensor, &[i32_type; 2]);
        let tiles = b.get_index_space_shape(view, &[i32_type; 2]);
        let all = [shape[0], shape[1], tiles[0], tiles[1]].map(|size| b.reshape(size, one));
        let (left, right) = (b.cat(all[0], all[1], 0), b.cat(all[2], all[3], 0));
        b.cat(left, right, 0)
    });
    assert_eq!(sizes, [3, 5, 2, 2]);
    let sums = compute(&[4], Scalar::I32, |b| {
        let pointer = b.types.ptr(Scalar::I32);
        let scratch = b.alloca(4, 16, false, pointer);
        let tensor = b.types.tensor_view(Scalar::I32, &[Some(3)], &[Some(1)]);
        let partition = b.types.partition_view(tensor, &[2], None);
        let tensor = b.make_tensor_view(scratch, [], [], tensor);
        let view = b.make_partition_view(tensor, partition);
        let add = constant(b, &[2], Scalar::I32, &[10, 20]);
        let (relaxed, device) = (MemoryOrdering::Relaxed, MemoryScope::Device);
        for index in [0, 1, 1] {
            let index = b.const_i32(index);
            let none = Inbounds::new();
            b.atomic_red_view_tko(view, [index], add, None, relaxed, device, RmwMode::Add, none);
        }
        load(b, scratch, &[4], Scalar::I32)
    });
    // Element 3 is outside of the tensor.
    assert_eq!(sums, [10, 20, 20, 0]);
}

#[test]
fn small_integers_and_scaled_floats_multiply() {
    let mixed = compute(&[2, 2], Scalar::I32, |b| {
        let left = constant(b, &[2, 2], Scalar::I8, &[0xff, 1, 2, 0x80]);
        let right = constant(b, &[2, 2], Scalar::I8, &[0xff, 0, 0, 3]);
        let acc = constant(b, &[2, 2], Scalar::I32, &[0, 0, 0, 1]);
        b.mmai(left, right, acc, Signedness::Signed, Signedness::Unsigned)
    });
    assert_eq!(mixed, [-255i32, 3, 510, -383].map(|x| u64::from(x as u32)));
    // A batch of two whose left operand is one matrix for both.
    let batch = compute(&[2, 1, 1], Scalar::F64, |b| {
        let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let left = constant(b, &[1, 1, 2], Scalar::F64, &bits(&[2.0, 3.0]));
        let right = constant(b, &[2, 2, 1], Scalar::F64, &bits(&[1.0, 10.0, 0.5, 1.0]));
        let acc = constant(b, &[2, 1, 1], Scalar::F64, &bits(&[0.25, 0.0]));
        b.mmaf(left, right, acc, false)
    });
    assert_eq!(batch, [32.25f64, 4.0].map(f64::to_bits));
    // 1 * 2^1 * 1 + 1 * 2^3 * 1 in two blocks of two: 2 + 2 + 8 + 8, times one half.
    let scaled = compute(&[1, 1], Scalar::F32, |b| {
        let one = constant(b, &[1, 4], Scalar::F8E4M3FN, &[0x38; 4]);
        let column = constant(b, &[4, 1], Scalar::F8E4M3FN, &[0x38; 4]);
        let acc = constant(b, &[1, 1], Scalar::F32, &[0]);
        let left = constant(b, &[1, 2], Scalar::F8E8M0FNU, &[128, 130]);
        let right = constant(b, &[2, 1], Scalar::F8E8M0FNU, &[126, 126]);
        b.mmaf_scaled(one, column, acc, left, right)
    });
    assert_eq!(scaled, [10.0f32.to_bits().into()]);
}
