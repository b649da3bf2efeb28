//! Views: tensors in memory, and loads, stores and reductions of their tiles.
//!
//! All three kinds of tiled view come down to a [`Window`]: for each dimension of the tile, the
//! coordinates of its elements in the tensor, with the tensor's extent and stride there. An element
//! whose coordinates are not all below the extents is outside: loads pad it, stores drop it.

use smallvec::{SmallVec, smallvec};

use super::access::{Faults, combiner, fence_after, fence_before, normalize, whole_bytes};
use super::data::{Data, Lanes, TensorView, Word, with_word};
use super::race::{Access, AccessKind};
use super::run::Run;
use super::sanitize::Rule;
use super::trap::{Malformed, Stop};
use crate::attrs::{MemoryOrdering, MemoryScope, PaddingValue, ReductionKind, RmwMode};
use crate::entities::Value;
use crate::scalar::int;
use crate::types::{Scalar, TensorViewType, TypeKind};

/// One dimension of a tile of a view.
struct Axis {
    /// Elements of the tile.
    length: usize,
    coordinates: Coordinates,
    /// Extent and stride of the tensor dimension it runs along.
    extent: i64,
    stride: i64,
    /// Whether no element is outside of the tensor along it, padding or not.
    inbounds: bool,
}

/// Which tile of a view an access is to, and along which dimensions it promises to stay inside.
#[derive(Clone, Copy)]
pub(super) struct TileIndex<'a> {
    pub view: Value,
    pub index: &'a [Value],
    pub inbounds: &'a [bool],
}

/// Where the elements of a tile are along a tensor dimension.
enum Coordinates {
    From(i64),
    /// Rows picked one by one.
    Picked(Vec<i64>),
}

/// A tile of a view.
struct Window {
    base: u64,
    /// The pointer that the tensor was made of, with its mark.
    pointer: u64,
    elem: Scalar,
    axes: SmallVec<[Axis; 4]>,
    padding: Option<PaddingValue>,
    /// Whether a tile may begin outside of the tensor where there is padding.
    begins_anywhere: bool,
}

/// Elements of a tile in a row: where they are in memory, or `None` outside of the tensor.
struct Segment {
    lane: usize,
    count: usize,
    address: Option<u64>,
}

impl Coordinates {
    fn get(&self, i: usize) -> i64 {
        match self {
            Coordinates::From(start) => start.saturating_add(i as i64),
            Coordinates::Picked(rows) => rows.get(i).copied().unwrap_or(i64::MAX),
        }
    }
}

impl Axis {
    fn contains(&self, coordinate: i64) -> bool {
        (0..self.extent).contains(&coordinate)
    }
}

impl Window {
    fn bytes(&self) -> usize {
        self.elem.bytes() as usize
    }

    /// Calls `f` with the parts of the tile in row-major order, until it returns false.
    fn for_each_segment(&self, f: &mut impl FnMut(Segment) -> bool) {
        let Some((last, outer)) = self.axes.split_last() else {
            f(Segment { lane: 0, count: 1, address: Some(self.base) });
            return;
        };
        let rows: usize = outer.iter().map(|axis| axis.length).product();
        let mut at: SmallVec<[usize; 4]> = smallvec![0; outer.len()];
        for row in 0..rows {
            let mut offset = 0i64;
            let mut inside = true;
            for (axis, &i) in outer.iter().zip(&at) {
                let coordinate = axis.coordinates.get(i);
                inside &= axis.contains(coordinate);
                offset = offset.wrapping_add(coordinate.wrapping_mul(axis.stride));
            }
            let lane = row * last.length;
            let more = if inside {
                self.row(last, lane, offset, f)
            } else {
                f(Segment { lane, count: last.length, address: None })
            };
            if !more {
                return;
            }
            for (i, axis) in at.iter_mut().zip(outer).rev() {
                *i += 1;
                if *i < axis.length {
                    break;
                }
                *i = 0;
            }
        }
    }

    /// The elements inside of the tensor, by number and address.
    fn elements(&self) -> Vec<(usize, u64)> {
        let mut elements = Vec::new();
        self.for_each_segment(&mut |Segment { lane, count, address }| {
            if let Some(address) = address {
                let element = |i| (lane + i, address.wrapping_add((i * self.bytes()) as u64));
                elements.extend((0..count).map(element));
            }
            true
        });
        elements
    }

    /// The segments of one row, which starts `offset` elements behind the base.
    fn row(
        &self,
        axis: &Axis,
        lane: usize,
        offset: i64,
        f: &mut impl FnMut(Segment) -> bool,
    ) -> bool {
        let address = |coordinate: i64| {
            let elements = offset.wrapping_add(coordinate.wrapping_mul(axis.stride));
            self.base.wrapping_add(elements.wrapping_mul(self.bytes() as i64) as u64)
        };
        if let (&Coordinates::From(start), 1) = (&axis.coordinates, axis.stride) {
            let length = axis.length as i64;
            let low = (start.saturating_neg()).clamp(0, length);
            let high = (axis.extent.saturating_sub(start)).clamp(low, length);
            let (low, high) = (low as usize, high as usize);
            let outside = |lane, count| Segment { lane, count, address: None };
            let inside = Segment {
                lane: lane + low,
                count: high - low,
                address: Some(address(start.wrapping_add(low as i64))),
            };
            return (low == 0 || f(outside(lane, low)))
                && (high == low || f(inside))
                && (high == axis.length || f(outside(lane + high, axis.length - high)));
        }
        (0..axis.length).all(|i| {
            let coordinate = axis.coordinates.get(i);
            let address = axis.contains(coordinate).then(|| address(coordinate));
            f(Segment { lane: lane + i, count: 1, address })
        })
    }

    /// The bits of an element outside of the tensor; 0 where they are unspecified.
    fn padding_bits(&self) -> u64 {
        let format = self.elem.float_format();
        match (self.padding, format) {
            (None | Some(PaddingValue::Zero), _) | (_, None) => 0,
            (Some(PaddingValue::NegZero), Some(format)) => format.sign_bit(),
            (Some(PaddingValue::Nan), Some(format)) => format.canonical_nan(),
            (Some(PaddingValue::PosInf), Some(format)) => {
                format.infinity().unwrap_or(format.canonical_nan())
            }
            (Some(PaddingValue::NegInf), Some(format)) => {
                format.sign_bit() | format.infinity().unwrap_or(format.canonical_nan())
            }
        }
    }
}

impl Run<'_> {
    pub fn tensor_view(
        &self,
        base: Value,
        dynamic_shape: &[Value],
        dynamic_strides: &[Value],
    ) -> Result<Data, Malformed> {
        let ty = self.tensor_view_type(self.result()?)?;
        // Integers of a view count something, so they are unsigned.
        let fill = |known: &[Option<i64>], dynamic: &[Value]| {
            let mut dynamic = dynamic.iter();
            known
                .iter()
                .map(|known| match known {
                    Some(extent) => Ok(*extent),
                    None => {
                        let bits = self.scalar(*dynamic.next().ok_or(Malformed)?)?;
                        Ok(i64::try_from(bits).unwrap_or(i64::MAX))
                    }
                })
                .collect::<Result<SmallVec<[i64; 4]>, Malformed>>()
        };
        Ok(Data::View(std::sync::Arc::new(TensorView {
            base: self.scalar(base)?,
            shape: fill(&ty.shape, dynamic_shape)?,
            strides: fill(&ty.strides, dynamic_strides)?,
        })))
    }

    fn tensor_view_type(&self, value: Value) -> Result<&TensorViewType, Malformed> {
        let ty = self.program.function.value_type(value);
        self.types().as_tensor_view(ty).ok_or(Malformed)
    }

    pub fn tensor_shape(&self, source: Value) -> Result<SmallVec<[Data; 3]>, Malformed> {
        let view = self.get(source).view()?;
        self.as_results(view.shape.iter().copied())
    }

    pub fn index_space(&self, source: Value) -> Result<SmallVec<[Data; 3]>, Malformed> {
        let view = self.get(source).view()?;
        let tiles = |(extent, step): (i64, u32)| {
            extent.saturating_add(i64::from(step) - 1) / i64::from(step.max(1))
        };
        let ty = self.program.function.value_type(source);
        let (dim_map, steps) = self.types().view_traversal(ty).ok_or(Malformed)?;
        let pairs = along(view, &dim_map, &steps)?;
        self.as_results(pairs.into_iter().map(tiles))
    }

    fn as_results(
        &self,
        values: impl Iterator<Item = i64>,
    ) -> Result<SmallVec<[Data; 3]>, Malformed> {
        // Without a result there is no dimension.
        let Ok(first) = self.result() else { return Ok(SmallVec::new()) };
        let width = self.width(first)?;
        Ok(values.map(|value| Data::Splat(int::truncate(width, value as u64))).collect())
    }

    /// Where the tile `index` of a view is, with rules 22 and 23.
    fn window(
        &mut self,
        TileIndex { view, index, inbounds }: TileIndex<'_>,
    ) -> Result<Window, Stop> {
        let ty = self.program.function.value_type(view);
        let data = self.get(view).view()?.clone();
        let (tensor, tile, padding) = match self.types().kind(ty) {
            TypeKind::PartitionView(ty) => (ty.tensor, &ty.tile, ty.padding),
            TypeKind::StridedView(ty) => (ty.tensor, &ty.tile, ty.padding),
            TypeKind::GatherScatterView(ty) => (ty.tensor, &ty.tile, ty.padding),
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => {
                return Err(Malformed.into());
            }
        };
        let (dim_map, steps) = self.types().view_traversal(ty).ok_or(Malformed)?;
        let sparse = match self.types().kind(ty) {
            TypeKind::GatherScatterView(ty) => Some(ty.sparse_dim as usize),
            _ => None,
        };
        let coordinates = index.iter().zip(&steps).enumerate().map(|(dim, (&index, &step))| {
            if sparse == Some(dim) {
                Ok(Coordinates::Picked(self.picked(index)?))
            } else {
                self.start(index, step)
            }
        });
        let begins_anywhere = sparse.is_some() && padding.is_some();
        let coordinates = coordinates.collect::<Result<SmallVec<[Coordinates; 4]>, Malformed>>()?;
        if coordinates.len() != tile.len() {
            return Err(Malformed.into());
        }
        let elem = self.types().as_tensor_view(tensor).ok_or(Malformed)?.elem;
        let mut axes = SmallVec::new();
        let dims = tile.iter().zip(&dim_map).enumerate();
        for (coordinates, (i, (&length, &dim))) in coordinates.into_iter().zip(dims) {
            let (dim, inbounds) = (dim as usize, inbounds.get(i) == Some(&true));
            let extent = *data.shape.get(dim).ok_or(Malformed)?;
            let stride = *data.strides.get(dim).ok_or(Malformed)?;
            axes.push(Axis { length: length as usize, coordinates, extent, stride, inbounds });
        }
        let (base, pointer) = (self.address(data.base), data.base);
        let elem = whole_bytes(elem)?;
        let window = Window { base, pointer, elem, axes, padding, begins_anywhere };
        self.check_window(&window);
        Ok(window)
    }

    /// The first coordinate of the tile at `index`, of those that begin every `step` elements.
    fn start(&self, index: Value, step: u32) -> Result<Coordinates, Malformed> {
        let index = i64::try_from(self.get(index).bits(0).ok_or(Malformed)?).unwrap_or(i64::MAX);
        Ok(Coordinates::From(index.saturating_mul(i64::from(step))))
    }

    fn picked(&self, rows: Value) -> Result<Vec<i64>, Malformed> {
        let count = self.tile(rows)?.num_elems() as usize;
        let row = |lane| {
            let bits = self.get(rows).bits(lane).ok_or(Malformed)?;
            Ok(i64::try_from(bits).unwrap_or(i64::MAX))
        };
        (0..count).map(row).collect()
    }

    fn check_window(&mut self, window: &Window) {
        if !self.is_sanitizing() {
            return;
        }
        for (dim, axis) in window.axes.iter().enumerate() {
            let extent = axis.extent;
            let is_padded = window.padding.is_some() && !axis.inbounds;
            let begins_anywhere = window.begins_anywhere && !axis.inbounds;
            match &axis.coordinates {
                Coordinates::From(start) if *start >= extent && !begins_anywhere => {
                    self.report(Rule::ViewOutside, &[], 0, || {
                        format!("element {start} of dimension {dim}, which has {extent}")
                    });
                }
                Coordinates::From(start) => {
                    let end = start.saturating_add(axis.length as i64);
                    if end > extent && !is_padded {
                        self.report(Rule::ViewPartlyOutside, &[], 0, || {
                            format!(
                                "elements {start} to {end} of dimension {dim}, which has {extent}"
                            )
                        });
                    }
                }
                Coordinates::Picked(rows) => {
                    if let Some(row) = rows.iter().find(|&&row| row >= extent)
                        && !is_padded
                    {
                        self.report(Rule::ViewPartlyOutside, &[], 0, || {
                            format!("row {row} of dimension {dim}, which has {extent}")
                        });
                    }
                }
            }
        }
    }

    pub fn load_view(
        &mut self,
        place: TileIndex<'_>,
        (ordering, scope): (MemoryOrdering, Option<MemoryScope>),
    ) -> Result<Data, Stop> {
        let window = self.window(place)?;
        let tile = self.tile(self.result()?)?;
        let mut faults = self.faults();
        let padding = window.padding_bits();
        let loaded = with_word!(window.bytes(), W => {
            let mut to: Vec<W> = Vec::with_capacity(tile.num_elems() as usize);
            window.for_each_segment(&mut |Segment { lane, count, address }| {
                match address {
                    None => to.resize(to.len() + count, W::from_bits(padding)),
                    Some(address) => self.load_run(address, count, lane, &mut to, &mut faults),
                }
                !faults.stop()
            });
            W::wrap(to)
        });
        fence_after(ordering);
        let access = Access { kind: AccessKind::Read, ordering, scope };
        self.note_window(access, &window, &tile.dims);
        self.raise(faults, &tile.dims, window.bytes())?;
        self.check_truth(window.elem, &loaded, self.dims(self.result()?));
        let loaded = normalize(window.elem, loaded)?;
        if !self.is_sanitizing() {
            return Ok(loaded);
        }
        self.with_memory_shadow(window.elem, loaded, &tile.dims, window.elements().into_iter())
    }

    pub fn store_view(
        &mut self,
        value: Value,
        place: TileIndex<'_>,
        (ordering, scope): (MemoryOrdering, Option<MemoryScope>),
    ) -> Result<(), Stop> {
        let window = self.window(place)?;
        let tile = self.tile(value)?;
        let count = tile.num_elems() as usize;
        let mut faults = self.faults();
        fence_before(ordering);
        with_word!(window.bytes(), W => {
            let splat;
            let values: &[W] = match self.get(value).lanes::<W>()? {
                Lanes::Each(words) => words,
                Lanes::Splat(word) => {
                    splat = vec![word; count];
                    &splat
                }
            };
            window.for_each_segment(&mut |Segment { lane, count, address }| {
                if let (Some(address), Some(run)) = (address, values.get(lane..lane + count)) {
                    self.store_run(address, run, lane, &mut faults);
                }
                !faults.stop()
            });
        });
        let access = Access { kind: AccessKind::Write, ordering, scope };
        self.note_window(access, &window, &tile.dims);
        self.raise(faults, &tile.dims, window.bytes())?;
        if let Some(shadow) = self.stored_shadow(value) {
            let elements = window.elements().into_iter();
            self.put_memory_shadow(window.elem, &shadow, &tile.dims, elements);
        }
        Ok(())
    }

    pub fn reduce_into_view(
        &mut self,
        place: TileIndex<'_>,
        value: Value,
        (ordering, scope): (MemoryOrdering, MemoryScope),
        mode: RmwMode,
    ) -> Result<(), Stop> {
        let window = self.window(place)?;
        let tile = self.tile(value)?;
        let combine = combiner(window.elem, mode)?;
        let mut faults: Faults = self.faults();
        let data = self.get(value);
        with_word!(window.bytes(), W => {
            window.for_each_segment(&mut |Segment { lane, count, address }| {
                let Some(address) = address else { return true };
                for i in 0..count {
                    let address = address.wrapping_add((i * W::BYTES) as u64);
                    let lane = lane + i;
                    self.update_element::<W>(address, lane, &mut faults, |old| {
                        data.bits(lane).map(|arg| W::from_bits(combine(old.bits(), arg)))
                    });
                }
                !faults.stop()
            });
        });
        let access = Access { kind: AccessKind::Update, ordering, scope: Some(scope) };
        self.note_window(access, &window, &tile.dims);
        self.raise(faults, &tile.dims, window.bytes())
    }

    /// Combines a tile into the one copy of a tile of multicast memory.
    pub fn reduce_copies(
        &mut self,
        place: TileIndex<'_>,
        value: Value,
        (ordering, scope): (MemoryOrdering, MemoryScope),
        reduction: ReductionKind,
    ) -> Result<(), Stop> {
        let is_float = self.tile(value)?.elem.is_float();
        let mode = match reduction {
            ReductionKind::Add if is_float => RmwMode::AddF,
            ReductionKind::Add => RmwMode::Add,
            ReductionKind::Min => RmwMode::Min,
            ReductionKind::Max => RmwMode::Max,
            ReductionKind::And => RmwMode::And,
            ReductionKind::Or => RmwMode::Or,
            ReductionKind::Xor => RmwMode::Xor,
            ReductionKind::UMin => RmwMode::UMin,
            ReductionKind::UMax => RmwMode::UMax,
        };
        fence_before(ordering);
        self.reduce_into_view(place, value, (ordering, scope), mode)
    }

    /// Tells the race detector about the elements inside of the tensor.
    fn note_window(&mut self, access: Access, window: &Window, shape: &[u32]) {
        if !self.is_sanitizing() {
            return;
        }
        self.note_access(access, shape, window.bytes(), window.elements().into_iter());
        let moved = |(lane, address): (usize, u64)| {
            (lane, window.pointer.wrapping_add(address.wrapping_sub(window.base)))
        };
        let elements = window.elements().into_iter().map(moved);
        self.check_provenance(access, shape, window.bytes(), elements);
    }

    /// Rule 24: no two indices of a tensor view that is cut into tiles are one element.
    pub fn check_injective(&mut self, tensor: Value) -> Result<(), Malformed> {
        if self.is_sanitizing() {
            let view = self.get(tensor).view()?.clone();
            if !is_injective(&view) {
                self.report(Rule::ViewNotInjective, &[], 0, || {
                    format!("shape {:?}, strides {:?}", view.shape, view.strides)
                });
            }
        }
        Ok(())
    }
}

/// The extent of the tensor and the step of the view along each dimension of the tile.
fn along(
    view: &TensorView,
    dims: &[u32],
    steps: &[u32],
) -> Result<SmallVec<[(i64, u32); 4]>, Malformed> {
    dims.iter()
        .zip(steps)
        .map(|(&dim, &step)| Ok((*view.shape.get(dim as usize).ok_or(Malformed)?, step)))
        .collect()
}

/// The most differences of indices that are tried in the search for two indices of one offset.
const SEARCHED_DIFFERENCES: i64 = 1 << 20;

/// Whether no two indices of a tensor have one offset.
///
/// ```text
/// offset i = offset j   <=>   sum over dims of stride * d = 0,   d = i - j,   |d| < extent,   not all d = 0
/// ```
///
/// The sign of a stride does not matter, for `d` has both. A dimension whose stride steps over all that those of smaller
/// strides reach is only 0 in such a sum. Of the others, `d` is tried in all but the one of largest extent, where it follows.
fn is_injective(view: &TensorView) -> bool {
    let mut dims: SmallVec<[(i64, i64); 4]> = view
        .shape
        .iter()
        .zip(&view.strides)
        .map(|(&extent, &stride)| (stride.saturating_abs(), extent))
        .filter(|&(_, extent)| extent != 1)
        .collect();
    if dims.iter().any(|&(_, extent)| extent <= 0) {
        return true;
    }
    dims.sort_unstable();
    let mut reach = 0i64;
    // How many of the first dimensions are left when those that step over the others are gone.
    let mut n_left = 0;
    for (at, &(stride, extent)) in dims.iter().enumerate() {
        if stride <= reach {
            n_left = at + 1;
        }
        reach = reach.saturating_add(stride.saturating_mul(extent - 1));
    }
    dims.truncate(n_left);
    dims.sort_unstable_by_key(|&(_, extent)| extent);
    let Some((_, tried)) = dims.split_last() else { return true };
    let n_tried =
        tried.iter().fold(1i64, |all, &(_, extent)| all.saturating_mul(extent.saturating_mul(2)));
    n_tried <= SEARCHED_DIFFERENCES && !has_null_difference(&dims, 0, true)
}

/// Whether strides times differences of indices add up to nothing with `sum`, which is that of `all_zero` differences or of others.
fn has_null_difference(dims: &[(i64, i64)], sum: i128, all_zero: bool) -> bool {
    let Some((&(stride, extent), others)) = dims.split_first() else {
        return sum == 0 && !all_zero;
    };
    let stride = i128::from(stride);
    if others.is_empty() {
        return match stride {
            0 => sum == 0,
            _ => {
                let is_multiple = sum % stride == 0 && (sum / stride).abs() < i128::from(extent);
                is_multiple && !(all_zero && sum == 0)
            }
        };
    }
    (1 - extent..extent).any(|difference| {
        let all_zero = all_zero && difference == 0;
        has_null_difference(others, sum + stride * i128::from(difference), all_zero)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(shape: &[i64], strides: &[i64]) -> TensorView {
        TensorView { base: 0, shape: shape.into(), strides: strides.into() }
    }

    #[test]
    fn layouts_are_injective_or_not() {
        assert!(is_injective(&view(&[4, 8], &[8, 1])));
        assert!(is_injective(&view(&[4, 8], &[1, 4])));
        assert!(is_injective(&view(&[1, 8], &[0, 1])));
        assert!(!is_injective(&view(&[4, 8], &[0, 1])));
        assert!(!is_injective(&view(&[4, 8], &[4, 1])));
        // 3i + 2j with i < 2, j < 2: 0, 2, 3, 5, although 3 does not step over 2 twice.
        assert!(is_injective(&view(&[2, 2], &[3, 2])));
        assert!(is_injective(&view(&[2, 3], &[3, 2])));
        assert!(!is_injective(&view(&[3, 4], &[3, 2])));
        assert!(!is_injective(&view(&[4, 4], &[3, 1])));
        assert!(is_injective(&view(&[2, 2], &[-3, 2])));
        assert!(!is_injective(&view(&[3, 3], &[-2, 2])));
        assert!(is_injective(&view(&[1 << 20, 1 << 20], &[-(1 << 20), 1])));
        assert!(!is_injective(&view(&[1 << 20, 8], &[1, 1 << 19])));
        assert!(is_injective(&view(&[4, 1 << 20, 8], &[i64::MAX >> 8, 8, 7])));
    }

    /// All small tensors against a search of all pairs of indices.
    #[test]
    fn small_layouts_are_injective_if_no_two_offsets_are_equal() {
        let strides = [-5, -3, 0, 1, 2, 3, 4, 6, 12];
        for shape in [[2, 3, 4], [3, 3, 2], [1, 4, 5], [4, 2, 1], [2, 2, 2]] {
            for case in 0..strides.len().pow(3) {
                let n = strides.len();
                let strides = [strides[case % n], strides[case / n % n], strides[case / n / n]];
                let mut offsets: Vec<i64> = Vec::new();
                for index in 0..shape.iter().product() {
                    let [_, rows, columns] = shape;
                    let at = [index / columns / rows, index / columns % rows, index % columns];
                    offsets.push(at.iter().zip(strides).map(|(at, stride)| at * stride).sum());
                }
                offsets.sort_unstable();
                let expected = offsets.windows(2).all(|pair| pair[0] != pair[1]);
                assert_eq!(
                    is_injective(&view(&shape, &strides)),
                    expected,
                    "{shape:?}, {strides:?}"
                );
            }
        }
    }
}
