//! Rule 30: what `assume` promises holds.

use super::data::{Data, index_of};
use super::run::Run;
use super::sanitize::Rule;
use super::shape::row_major;
use super::trap::Malformed;
use crate::attrs::Assumption;
use crate::entities::Value;
use crate::scalar::int;

impl Run<'_> {
    pub fn check_assumption(
        &mut self,
        value: Value,
        promise: &Assumption,
    ) -> Result<(), Malformed> {
        if !self.is_sanitizing() {
            return Ok(());
        }
        let data = self.get(value).clone();
        if let (Data::View(view), Assumption::DivBy { divisor, .. }) = (&data, promise) {
            let base = self.address(view.base);
            if !base.is_multiple_of(*divisor) {
                self.broken(&[], 0, base as i64, promise);
            }
            return Ok(());
        }
        let tile = self.tile(value)?;
        let dims = &tile.dims;
        for lane in 0..tile.num_elems() as usize {
            let element = self.element(value, &data, lane)?;
            if !self.holds(value, &data, lane, element, promise)? {
                self.broken(dims, lane, element, promise);
            }
            // Every element of a splat is like the first, unless its place matters.
            if data.len().is_none() && matches!(promise, Assumption::Bounded { .. }) {
                break;
            }
        }
        Ok(())
    }

    /// An element as a signed number; an address as it is.
    fn element(&self, value: Value, data: &Data, lane: usize) -> Result<i64, Malformed> {
        let bits = data.bits(lane).ok_or(Malformed)?;
        match self.elem(value)?.scalar().and_then(|scalar| scalar.int_width()) {
            Some(width) => Ok(int::sign_extend(width, bits)),
            None => Ok(self.address(bits) as i64),
        }
    }

    fn holds(
        &self,
        value: Value,
        data: &Data,
        lane: usize,
        element: i64,
        promise: &Assumption,
    ) -> Result<bool, Malformed> {
        let tile = self.tile(value)?;
        match promise {
            Assumption::Bounded { lower, upper } => Ok(lower.is_none_or(|lower| lower <= element)
                && upper.is_none_or(|upper| element <= upper)),
            Assumption::DivBy { divisor, every } => {
                // The first of a group is a multiple, each other one step above the one before.
                let unit = tile.elem.pointee().map_or(1, |pointee| i64::from(pointee.bytes()));
                let (place, stride) = match every {
                    None => (0, 0),
                    Some((every, along)) => {
                        let along = *along as usize;
                        let coordinate = *index_of(lane, &tile.dims).get(along).ok_or(Malformed)?;
                        let stride = *row_major(&tile.dims).get(along).ok_or(Malformed)?;
                        (i64::from(coordinate) % (*every).max(1), stride)
                    }
                };
                if place == 0 {
                    return Ok((element as u64).is_multiple_of((*divisor).max(1)));
                }
                let before = self.element(value, data, lane - stride)?;
                Ok(element == before.wrapping_add(unit))
            }
            Assumption::SameElements { groups } => {
                // Equal to the first element of its group.
                let index = index_of(lane, &tile.dims);
                let strides = row_major(&tile.dims);
                let first = index
                    .iter()
                    .zip(groups)
                    .zip(&strides)
                    .map(|((&i, &group), stride)| {
                        let i = i64::from(i);
                        (i - i % group.max(1)) as usize * stride
                    })
                    .sum();
                Ok(data.bits(lane) == data.bits(first))
            }
        }
    }

    fn broken(&mut self, dims: &[u32], lane: usize, element: i64, promise: &Assumption) {
        self.report(Rule::Assumption, dims, lane, || match promise {
            Assumption::Bounded { lower, upper } => {
                let bound = |bound: &Option<i64>| bound.map_or("?".into(), |b| b.to_string());
                format!("{element} is not in [{}, {}]", bound(lower), bound(upper))
            }
            Assumption::DivBy { divisor, every: None } => {
                format!("{element} is not a multiple of {divisor}")
            }
            Assumption::DivBy { divisor, every: Some((every, along)) } => format!(
                "{element} breaks the groups of {every} along dimension {along} from multiples of {divisor}"
            ),
            Assumption::SameElements { groups } => {
                format!("{element} differs from the first of its group of {groups:?}")
            }
        });
    }
}
