//! Kernels in tile IR, made with the builder, for tests of what comes after the front end.

use ir::{
    Builder, CmpPredicate, Elem, Function, Hints, Inbounds, Literal, MemoryOrdering, Module,
    Overflow, PaddingValue, Param, Rounding, Scalar, Signedness, Type, Value,
};
use lang::base::Span;

const NEAR: Rounding = Rounding::NearestEven;
const WEAK: MemoryOrdering = MemoryOrdering::Weak;

/// A module with one kernel; `body` gets the values of the parameters.
pub fn kernel(
    name: &str,
    params: &[Elem],
    body: impl FnOnce(&mut Builder<'_>, &[Value]),
) -> Module {
    let mut module = Module::new("test");
    let mut function = Function::new(name, Span::NONE);
    let mut values = Vec::new();
    for (i, &elem) in params.iter().enumerate() {
        let ty = module.types.tile(&[], elem);
        values.push(
            function
                .add_param(Param { name: format!("p{i}"), restrict: false, span: Span::NONE }, ty),
        );
    }
    let block = function.entry_block;
    let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
    body(&mut b, &values);
    b.return_([]);
    module.entries.push(function);
    module
}

/// `scalar` in every element of a tile.
pub fn splat(b: &mut Builder<'_>, scalar: Value, dims: &[u32]) -> Value {
    let ty = b.value_type(scalar);
    let ones = vec![1; dims.len()];
    let (Some(small), Some(large)) = (b.types.with_dims(ty, &ones), b.types.with_dims(ty, dims))
    else {
        return scalar;
    };
    let reshaped = b.reshape(scalar, small);
    b.broadcast(reshaped, large)
}

/// `block * n + iota(n)`, as i32.
pub fn block_indices(b: &mut Builder<'_>, n: u32) -> Value {
    let (x, _, _) = b.get_tile_block_id();
    let size = b.const_i32(n as i32);
    let start = b.muli(x, size, Overflow::NoSignedWrap);
    let start = splat(b, start, &[n]);
    let ty = b.types.tile(&[n], Scalar::I32);
    let iota = b.iota(ty);
    b.addi(start, iota, Overflow::NoSignedWrap)
}

/// `p + index` for every index.
pub fn pointers(b: &mut Builder<'_>, p: Value, index: Value) -> Value {
    let dims = b.types.dims(b.value_type(index)).to_vec();
    let p = splat(b, p, &dims);
    b.offset(p, index)
}

/// `c[i] = a[i] + b[i]`, with a mask for the last block if asked.
pub fn vector_add(n: u32, masked: bool) -> Module {
    let ptr = Elem::Ptr(Scalar::F32);
    let params = [ptr, ptr, ptr, Elem::Scalar(Scalar::I32)];
    kernel("vector_add", &params, |b, p| {
        let index = block_indices(b, n);
        let mask = masked.then(|| {
            let count = splat(b, p[3], &[n]);
            b.cmpi(index, count, CmpPredicate::LessThan, Signedness::Signed)
        });
        let token = b.make_token();
        let (pa, pb, pc) =
            (pointers(b, p[0], index), pointers(b, p[1], index), pointers(b, p[2], index));
        let (x, t1) = b.load_ptr_tko(pa, mask, None, Some(token), WEAK, None, Hints::new());
        let (y, t2) = b.load_ptr_tko(pb, mask, None, Some(token), WEAK, None, Hints::new());
        let sum = b.addf(x, y, NEAR, false);
        let both = b.join_tokens([t1, t2]);
        b.store_ptr_tko(pc, sum, mask, Some(both), WEAK, None, Hints::new());
    })
}

/// Reduces `x` along `dim` with a two-operand instruction.
pub fn reduce(
    b: &mut Builder<'_>,
    x: Value,
    dim: u32,
    identity: u64,
    combine: impl FnOnce(&mut Builder<'_>, Value, Value) -> Value,
) -> Value {
    let elem = b.types.elem_scalar(b.value_type(x)).unwrap_or(Scalar::F32);
    let identities = [Literal { elem, bits: identity }].into_iter().collect();
    let parts = b.open_reduce(&[x], dim, identities);
    let outer = b.block();
    b.switch_to(parts.body);
    let result = combine(b, parts.params[0], parts.params[1]);
    b.yield_([result]);
    b.switch_to(outer);
    parts.results[0]
}

/// A reduced tile back in the shape it was reduced from.
pub fn spread(b: &mut Builder<'_>, reduced: Value, dims: &[u32], dim: usize) -> Value {
    let ty = b.value_type(reduced);
    let mut kept = dims.to_vec();
    kept[dim] = 1;
    let (Some(small), Some(large)) = (b.types.with_dims(ty, &kept), b.types.with_dims(ty, dims))
    else {
        return reduced;
    };
    let reshaped = b.reshape(reduced, small);
    b.broadcast(reshaped, large)
}

/// Softmax of one row of `n` elements per block, `cols` of them real.
pub fn row_softmax(n: u32, elem: Scalar) -> Module {
    let ptr = Elem::Ptr(elem);
    kernel("row_softmax", &[ptr, ptr, Elem::Scalar(Scalar::I32)], |b, p| {
        let (row, _, _) = b.get_tile_block_id();
        let start = b.muli(row, p[2], Overflow::NoSignedWrap);
        let ty = b.types.tile(&[n], Scalar::I32);
        let column = b.iota(ty);
        let count = splat(b, p[2], &[n]);
        let mask = b.cmpi(column, count, CmpPredicate::LessThan, Signedness::Signed);
        let start = splat(b, start, &[n]);
        let index = b.addi(start, column, Overflow::NoSignedWrap);
        let (from, to) = (pointers(b, p[0], index), pointers(b, p[1], index));
        let lowest = match elem {
            Scalar::F16 => 0xFC00,
            Scalar::BF16 => 0xFF80,
            _ => 0xFF80_0000,
        };
        let row_type = b.types.tile(&[n], elem);
        let padding = b.const_bits(row_type, lowest);
        let token = b.make_token();
        let (x, loaded) =
            b.load_ptr_tko(from, Some(mask), Some(padding), Some(token), WEAK, None, Hints::new());
        let f32_row = b.types.tile(&[n], Scalar::F32);
        let x = if elem == Scalar::F32 { x } else { b.ftof(x, NEAR, f32_row) };
        let max = reduce(b, x, 0, 0xFF80_0000, |b, a, c| b.maxf(a, c, false, false));
        let max = splat(b, max, &[n]);
        let shifted = b.subf(x, max, NEAR, false);
        let e = b.exp(shifted, Rounding::Full);
        let sum = reduce(b, e, 0, 0, |b, a, c| b.addf(a, c, NEAR, false));
        let sum = splat(b, sum, &[n]);
        let y = b.divf(e, sum, NEAR, false);
        let y = if elem == Scalar::F32 { y } else { b.ftof(y, NEAR, row_type) };
        b.store_ptr_tko(to, y, Some(mask), Some(loaded), WEAK, None, Hints::new());
    })
}

/// A row-major matrix view of `elem` with run-time extents, cut into `tile`s.
pub fn matrix_view(
    b: &mut Builder<'_>,
    base: Value,
    (rows, columns): (Value, Value),
    tile: &[u32],
    elem: Scalar,
    padding: Option<PaddingValue>,
) -> Value {
    let tensor = b.types.tensor_view(elem, &[None, None], &[None, Some(1)]);
    let view = b.make_tensor_view(base, [rows, columns], [columns], tensor);
    let partition: Type = b.types.partition_view(tensor, tile, padding);
    b.make_partition_view(view, partition)
}

/// `C = A B` with one `m x n` tile a block, K in steps of `k`.
pub fn gemm(elem: Scalar, acc: Scalar, (m, n, k): (u32, u32, u32)) -> Module {
    let (factor, sum) = (Elem::Ptr(elem), Elem::Ptr(acc));
    let int = Elem::Scalar(Scalar::I32);
    kernel("gemm", &[factor, factor, sum, int, int, int], |b, p| {
        let pad = Some(PaddingValue::Zero);
        let a = matrix_view(b, p[0], (p[3], p[5]), &[m, k], elem, pad);
        let bt = matrix_view(b, p[1], (p[5], p[4]), &[k, n], elem, pad);
        let c = matrix_view(b, p[2], (p[3], p[4]), &[m, n], acc, None);
        let (row, column, _) = b.get_tile_block_id();
        let ty = b.types.tile(&[m, n], acc);
        let zero = b.const_bits(ty, 0);
        let (lower, step) = (b.const_i32(0), b.const_i32(1));
        let size = b.const_i32(k as i32);
        let steps = b.divi(p[5], size, Signedness::Signed, Rounding::PositiveInf);
        let token = b.make_token();
        let outer = b.block();
        let parts = b.open_for(lower, steps, step, false, &[zero]);
        b.switch_to(parts.body);
        let (x, _) = b.load_view_tko(
            a,
            [row, parts.induction],
            Some(token),
            WEAK,
            None,
            Hints::new(),
            Inbounds::new(),
        );
        let (y, _) = b.load_view_tko(
            bt,
            [parts.induction, column],
            Some(token),
            WEAK,
            None,
            Hints::new(),
            Inbounds::new(),
        );
        let next = match acc {
            Scalar::I32 => b.mmai(x, y, parts.carried[0], Signedness::Signed, Signedness::Signed),
            _ => b.mmaf(x, y, parts.carried[0], false),
        };
        b.continue_([next]);
        b.switch_to(outer);
        b.store_view_tko(
            parts.results[0],
            c,
            [row, column],
            Some(token),
            WEAK,
            None,
            Hints::new(),
            Inbounds::new(),
        );
    })
}

/// `B = transpose(A)`, one square tile a block.
pub fn transpose(elem: Scalar, n: u32) -> Module {
    let ptr = Elem::Ptr(elem);
    let int = Elem::Scalar(Scalar::I32);
    kernel("transpose", &[ptr, ptr, int, int], |b, p| {
        let from = matrix_view(b, p[0], (p[2], p[3]), &[n, n], elem, Some(PaddingValue::Zero));
        let to = matrix_view(b, p[1], (p[3], p[2]), &[n, n], elem, None);
        let (row, column, _) = b.get_tile_block_id();
        let token = b.make_token();
        let (x, loaded) = b.load_view_tko(
            from,
            [row, column],
            Some(token),
            WEAK,
            None,
            Hints::new(),
            Inbounds::new(),
        );
        let y = b.permute(x, [1, 0].into_iter().collect());
        b.store_view_tko(
            y,
            to,
            [column, row],
            Some(loaded),
            WEAK,
            None,
            Hints::new(),
            Inbounds::new(),
        );
    })
}
