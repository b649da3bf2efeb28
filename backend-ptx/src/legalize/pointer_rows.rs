//! Tiles of pointers whose rows a tile of numbers names, as rows of tensors.
//!
//! Token lists, page tables and wrapped rows are pointers of the form that [`rows`](crate::analysis::affine::rows) takes apart:
//!
//! ```text
//! load (p + (list[:, None] * s + k0 + iota[None, :])), mask = (i < n)[:, None] && (k0 + iota < k)[None, :], padding = 0
//!   =>
//! t = make_tensor_view (p - BIAS * s), shape = [2^63 - 1, k], strides = [s, 1]
//! load (make_gather_scatter_view t, tile [M, K], sparse_dim 0) [select i < n, list + BIAS, -1; k0]
//! ```
//!
//! Numbers of a view have no sign, so that of each row is greater by `BIAS = 2^62`, and the tensor begins as many rows earlier;
//! addresses count modulo 2^64. Rows of which a condition does not hold have a number outside of the tensor. No tensor map
//! describes such a tensor: the warps of the producer gather its rows.
//!
//! In: a verified module, behind `pointer_tiles`. Out: the module with such loads of operands of MMAs rewritten, in kernels
//! more of whose operands a pipeline brings then.

use ir::analysis::facts::FactMap;
use ir::attrs::Inbounds;
use ir::builder::Builder;
use ir::types::{GatherScatterViewType, TypeStore};
use ir::{Function, Inst, Module, Overflow, PaddingValue, Scalar, Signedness, TypeKind, Value};

use crate::analysis::affine::polynomial::Monomial;
use crate::analysis::affine::rows::PointerRows;
use crate::analysis::affine::tile::TileSearch;
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::terms::{Terms, load_of_view, scalar};
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::mma::operand_loads::operand_loads;
use crate::target::{Feature, Target};

/// By how much numbers of rows are greater than those of the pointers.
const BIAS: i64 = 1 << 62;

/// The module with such loads; `None` if there are none.
pub fn view_pointer_rows(module: &Module, target: &Target) -> Option<Module> {
    if !target.has_pipelines() || target.has(Feature::Tcgen05) {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let facts = FactMap::of(function, &module.types);
        let search = TileSearch { module, function, facts: &facts };
        let found: Vec<(Inst, PointerRows)> = operand_loads(function)
            .into_iter()
            .filter_map(|load| Some((load, search.rows(load)?)))
            .collect();
        if found.is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            let Module { entries, types, .. } = changed;
            for (load, rows) in &found {
                let rewrite = RowRewrite { terms: Terms { facts: &facts }, rows };
                rewrite.load(&mut entries[entry], types, *load);
            }
            clean_up(changed, entry);
            let before = num_unfed_operands(module, function, target);
            num_unfed_operands(changed, &changed.entries[entry], target) < before
        });
    }
    rewrites.into_module()
}

/// How a load is rewritten.
struct RowRewrite<'a> {
    terms: Terms<'a>,
    rows: &'a PointerRows,
}

impl RowRewrite<'_> {
    fn load(&self, function: &mut Function, types: &mut TypeStore, load: Inst) {
        load_of_view(function, types, load, |b, elem| {
            let view = self.view(b, elem);
            let numbers = self.numbers(b);
            let column = self.terms.index(b, &self.rows.columns);
            let wide = b.types.scalar(Scalar::I64);
            let column = b.exti(column, Signedness::Signed, wide);
            (view, self.by_dim(numbers, column).into(), Inbounds::default())
        });
    }

    /// The part for the rows and that for the columns, in the order of the tile's dimensions.
    fn by_dim<T>(&self, rows: T, columns: T) -> [T; 2] {
        match self.sparse_dim() {
            0 => [rows, columns],
            _ => [columns, rows],
        }
    }

    /// The dimension of the rows among those that have more than one element.
    fn sparse_dim(&self) -> u32 {
        u32::from(self.rows.dim > self.rows.column_dim)
    }

    /// The view of the rows.
    fn view(&self, b: &mut Builder<'_>, elem: Scalar) -> Value {
        let PointerRows { root, base, length, stride, columns, .. } = self.rows;
        let mut base_pointer = *root;
        for product in base.products() {
            let offset = self.terms.product(b, product);
            base_pointer = b.offset(base_pointer, offset);
        }
        let stride = self.terms.stride(b, stride);
        let rows_before = match stride {
            Ok(stride) => {
                let bias = b.const_i64(BIAS.wrapping_neg());
                b.muli(stride, bias, Overflow::None)
            }
            Err(stride) => b.const_i64(stride.wrapping_mul(BIAS).wrapping_neg()),
        };
        base_pointer = b.offset(base_pointer, rows_before);
        let extent = self.terms.extent(b, columns);
        let known = [self.by_dim(Some(i64::MAX), extent.err()), self.by_dim(stride.err(), Some(1))];
        let tensor = b.types.tensor_view(elem, &known[0], &known[1]);
        let tensor_view = b.make_tensor_view(base_pointer, extent.ok(), stride.ok(), tensor);
        let view = GatherScatterViewType {
            tile: self.by_dim(*length, columns.length).into_iter().collect(),
            padding: Some(PaddingValue::Zero),
            tensor,
            sparse_dim: self.sparse_dim(),
        };
        let view = b.types.intern(TypeKind::GatherScatterView(view));
        b.make_gather_scatter_view(tensor_view, view)
    }

    /// The numbers of the rows, in 64 bits.
    fn numbers(&self, b: &mut Builder<'_>) -> Value {
        let mut all = self.splat(b, BIAS);
        for term in self.rows.numbers.products() {
            let term = self.term(b, term);
            all = b.addi(all, term, Overflow::None);
        }
        for &condition in &self.rows.conditions {
            let holds = self.row_tile(b, condition);
            let outside = self.splat(b, -1);
            all = b.select(holds, all, outside);
        }
        all
    }

    /// A term of the numbers, for each row.
    fn term(&self, b: &mut Builder<'_>, term: &Monomial) -> Value {
        let factor = self.terms.product(b, &term.stride());
        let factor = self.broadcast(b, factor);
        let place = match (term.power_product.dim, term.power_product.numbers) {
            (None, _) => return factor,
            (Some(_), None) => {
                let ty = b.value_type(factor);
                b.iota(ty)
            }
            (Some(_), Some(numbers)) => self.row_tile(b, numbers),
        };
        b.muli(factor, place, Overflow::None)
    }

    /// A tile of one dimension with more than one element, as one of the rows; numbers in 64 bits.
    fn row_tile(&self, b: &mut Builder<'_>, tile: Value) -> Value {
        let ty = b.value_type(tile);
        let of_rows = b.types.with_dims(ty, &[self.rows.length]).unwrap_or(ty);
        let tile = if of_rows == ty { tile } else { b.reshape(tile, of_rows) };
        match b.types.elem_scalar(ty) {
            Some(Scalar::I32) => {
                let wide = b.types.tile(&[self.rows.length], Scalar::I64);
                b.exti(tile, Signedness::Signed, wide)
            }
            _ => tile,
        }
    }

    fn splat(&self, b: &mut Builder<'_>, number: i64) -> Value {
        let ty = b.types.tile(&[self.rows.length], Scalar::I64);
        b.const_bits(ty, number as u64)
    }

    fn broadcast(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let number = scalar(b, number);
        let one = b.types.tile(&[1], Scalar::I64);
        let all = b.types.tile(&[self.rows.length], Scalar::I64);
        let number = b.reshape(number, one);
        b.broadcast(number, all)
    }
}
