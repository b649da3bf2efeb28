//! Polynomials as values, the numbers that views of pointers are made of; and loads of such views in place of those of
//! pointers.

use ir::analysis::facts::FactMap;
use ir::attrs::Inbounds;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{Function, Inst, InstData, Overflow, Scalar, Signedness, Value};

use crate::analysis::affine::polynomial::{Atom, Monomial, Polynomial};
use crate::analysis::affine::tile::{LARGEST, TileAxis, WHOLE};

/// What makes values of the terms of a function.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    pub facts: &'a FactMap,
}

impl Terms<'_> {
    /// The extent of a dimension: the least one of its comparisons, and not less than 0; all that there is where the alternative
    /// to these holds.
    pub fn extent(&self, b: &mut Builder<'_>, axis: &TileAxis) -> Numbered {
        if axis.extents.is_empty() {
            return Err(WHOLE);
        }
        let constants = axis.extents.iter().filter_map(Polynomial::as_constant);
        if constants.count() == axis.extents.len()
            && let Some(least) = axis.extents.iter().filter_map(Polynomial::as_constant).min()
            && least > 0
            && axis.unless.is_none()
        {
            return Err(least);
        }
        let mut least: Option<Value> = None;
        for extent in &axis.extents {
            let extent = self.sum(b, extent);
            least = Some(match least {
                Some(other) => b.mini(other, extent, Signedness::Signed),
                None => extent,
            });
        }
        let zero = b.const_i64(0);
        let extent = least.map_or(zero, |least| b.maxi(least, zero, Signedness::Signed));
        Ok(match axis.unless {
            Some(condition) => {
                let (condition, largest) = (scalar(b, condition), b.const_i64(LARGEST));
                b.select(condition, largest, extent)
            }
            None => extent,
        })
    }

    pub fn stride(&self, b: &mut Builder<'_>, stride: &Monomial) -> Numbered {
        match stride.power_product.atoms.is_empty() {
            true => Err(stride.constant),
            false => Ok(self.product(b, stride)),
        }
    }

    /// The index of the tile that begins at the start of an axis.
    pub fn index(&self, b: &mut Builder<'_>, axis: &TileAxis) -> Value {
        let mut index: Option<Value> = None;
        for product in axis.start.products() {
            let quotient = self.quotient(b, product, axis.unit);
            index = Some(match index {
                Some(other) => b.addi(other, quotient, Overflow::None),
                None => quotient,
            });
        }
        index.unwrap_or_else(|| b.const_i32(0))
    }

    /// A product by a power of two that divides it, in the 32 bits of an index.
    fn quotient(&self, b: &mut Builder<'_>, product: &Monomial, divisor: u32) -> Value {
        let unit = i64::from(divisor);
        if let [Atom { value, zero_extended: false }] = product.power_product.atoms[..]
            && let value = scalar(b, value)
            && b.types.elem_scalar(b.value_type(value)) == Some(Scalar::I32)
        {
            if product.constant == unit {
                return value;
            }
            if product.constant == 1 {
                let shift = b.const_i32(unit.trailing_zeros() as i32);
                return b.shri(value, shift, Signedness::Signed);
            }
        }
        let (atoms, constant) = self.atoms(b, product);
        let (constant, rest) = match constant % unit {
            0 => (constant / unit, 1),
            _ => (constant, unit),
        };
        let mut whole = multiplied(b, atoms, constant);
        if rest > 1 {
            let shift = b.const_i64(i64::from(rest.trailing_zeros()));
            whole = b.shri(whole, shift, Signedness::Signed);
        }
        let ty = b.types.scalar(Scalar::I32);
        b.trunci(whole, Overflow::None, ty)
    }

    /// A sum, in 64 bits.
    pub fn sum(&self, b: &mut Builder<'_>, sum: &Polynomial) -> Value {
        let mut all: Option<Value> = None;
        for product in sum.products() {
            let product = self.product(b, product);
            all = Some(match all {
                Some(all) => b.addi(all, product, Overflow::None),
                None => product,
            });
        }
        all.unwrap_or_else(|| b.const_i64(0))
    }

    /// A product, in 64 bits.
    pub fn product(&self, b: &mut Builder<'_>, product: &Monomial) -> Value {
        let (atoms, constant) = self.atoms(b, product);
        multiplied(b, atoms, constant)
    }

    /// A product as one of atoms, in 64 bits, and a constant.
    fn atoms(&self, b: &mut Builder<'_>, product: &Monomial) -> (Option<Value>, i64) {
        let mut constant = product.constant;
        let mut all: Option<Value> = None;
        for &atom in &product.power_product.atoms {
            let atom = self.atom(b, atom, &mut constant);
            all = Some(match all {
                Some(all) => b.muli(all, atom, Overflow::None),
                None => atom,
            });
        }
        (all, constant)
    }

    /// An atom, in 64 bits. Of an unsigned one, the power of two that divides it goes to the constant: what is left
    /// is small enough for an index.
    fn atom(&self, b: &mut Builder<'_>, atom: Atom, constant: &mut i64) -> Value {
        let value = scalar(b, atom.value);
        let ty = b.value_type(value);
        let bits = b.types.elem_scalar(ty).map_or(64, Scalar::bits);
        let wide = b.types.scalar(Scalar::I64);
        if bits >= 64 {
            return value;
        }
        let signedness = match atom.zero_extended {
            true => Signedness::Unsigned,
            false => Signedness::Signed,
        };
        let number = b.exti(value, signedness, wide);
        let divisor = self.facts.get(atom.value).divisor().min(1 << (bits - 1));
        match constant.checked_mul(divisor as i64) {
            Some(multiple) if atom.zero_extended && divisor > 1 => {
                *constant = multiple;
                let shift = b.const_i64(i64::from(divisor.trailing_zeros()));
                b.shri(number, shift, Signedness::Unsigned)
            }
            _ => number,
        }
    }
}

/// A variable times a constant.
fn multiplied(b: &mut Builder<'_>, variable: Option<Value>, constant: i64) -> Value {
    match variable {
        Some(variable) if constant == 1 => variable,
        Some(variable) => {
            let constant = b.const_i64(constant);
            b.muli(variable, constant, Overflow::None)
        }
        None => b.const_i64(constant),
    }
}

/// A number of a type: a value, or what is known of it.
pub type Numbered = Result<Value, i64>;

/// A value of one element as one of rank 0.
pub fn scalar(b: &mut Builder<'_>, value: Value) -> Value {
    let ty = b.value_type(value);
    match b.types.dims(ty).is_empty() {
        true => value,
        false => {
            let ty = b.types.with_dims(ty, &[]).unwrap_or(ty);
            b.reshape(value, ty)
        }
    }
}

/// The tile of a view: the view, the index of the tile, and along which dimensions it is inside of the tensor.
pub type TileOfView = (Value, Vec<Value>, Inbounds);

/// Has a load through pointers load the tile of a view, which is made in front of it for its element type.
pub fn load_of_view(
    function: &mut Function,
    types: &mut TypeStore,
    load: Inst,
    tile: impl FnOnce(&mut Builder<'_>, Scalar) -> TileOfView,
) {
    let InstData::LoadPtrTko { token, ordering, scope, hints, .. } = function.data(load).clone()
    else {
        return;
    };
    let before = function.results(load).to_vec();
    let ty = function.value_type(before[0]);
    let Some(elem) = types.elem_scalar(ty) else { return };
    let mut b = Builder::before(function, types, load);
    let (view, index, inbounds) = tile(&mut b, elem);
    let (loaded, loaded_token) =
        b.load_view_tko(view, index, token, ordering, scope, hints, inbounds);
    let reshaped = if b.value_type(loaded) == ty { loaded } else { b.reshape(loaded, ty) };
    function.remove_inst(load);
    function.replace_all_uses(before[0], reshaped);
    function.replace_all_uses(before[1], loaded_token);
}
