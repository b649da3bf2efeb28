//! Polynomials of integers and of places in a tile.
//!
//! A monomial is a product of a constant, of *atoms*, which are integers of which nothing more is known, and of at most one
//! place: the index of an element along a dimension of a tile, or the number that another tile has at this index. Polynomials are in normal form, so that equal ones compare
//! equal: monomials are sorted, each occurs once, and none is 0.

use ir::Value;
use smallvec::{SmallVec, smallvec};

/// Monomials of a polynomial, at most: more are taken for no structure.
const MAX_MONOMIALS: usize = 16;
/// Atoms of a monomial, at most.
const MAX_ATOMS: usize = 6;

/// A value of one element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    pub value: Value,
    /// Whether its bits count as an unsigned number.
    pub zero_extended: bool,
}

/// A monomial without its constant.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PowerProduct {
    /// Sorted.
    pub atoms: SmallVec<[Atom; 3]>,
    /// The dimension of its place, if it has one.
    pub dim: Option<u32>,
    /// The tile whose number at the place counts, in place of the index.
    pub numbers: Option<Value>,
}

/// A product of a constant, atoms and at most one place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Monomial {
    pub constant: i64,
    pub power_product: PowerProduct,
}

/// A sum of monomials.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Polynomial {
    /// Sorted by their power products.
    products: SmallVec<[Monomial; 4]>,
}

impl Monomial {
    /// The product divided by another one: none if that leaves a rest.
    pub fn without(&self, other: &Monomial) -> Option<Monomial> {
        let mut atoms = self.power_product.atoms.clone();
        for atom in &other.power_product.atoms {
            let at = atoms.iter().position(|own| own == atom)?;
            atoms.remove(at);
        }
        let place = |of: &Monomial| of.power_product.dim.map(|dim| (dim, of.power_product.numbers));
        let (dim, numbers) = match (place(self), place(other)) {
            (own, None) => own.unzip(),
            (own, other) if own == other => (None, None),
            _ => return None,
        };
        let numbers = numbers.flatten();
        let constant = self.constant.checked_rem(other.constant).filter(|rest| *rest == 0);
        constant?;
        let constant = self.constant.checked_div(other.constant)?;
        Some(Monomial { constant, power_product: PowerProduct { atoms, dim, numbers } })
    }

    /// The product without its place.
    pub fn stride(&self) -> Monomial {
        let atoms = self.power_product.atoms.clone();
        let power_product = PowerProduct { atoms, ..PowerProduct::default() };
        Monomial { constant: self.constant, power_product }
    }

    fn times(&self, other: &Monomial) -> Option<Monomial> {
        let dim = match (self.power_product.dim, other.power_product.dim) {
            (Some(_), Some(_)) => return None,
            (one, another) => one.or(another),
        };
        let numbers = self.power_product.numbers.or(other.power_product.numbers);
        let mut atoms = self.power_product.atoms.clone();
        atoms.extend(other.power_product.atoms.iter().copied());
        atoms.sort_unstable();
        let constant = self.constant.checked_mul(other.constant)?;
        (atoms.len() <= MAX_ATOMS)
            .then_some(Monomial { constant, power_product: PowerProduct { atoms, dim, numbers } })
    }
}

impl Polynomial {
    pub fn constant(constant: i64) -> Polynomial {
        Polynomial::of_products([Monomial { constant, power_product: PowerProduct::default() }])
            .unwrap_or_default()
    }

    pub fn atom(atom: Atom) -> Polynomial {
        let power_product = PowerProduct { atoms: smallvec![atom], ..PowerProduct::default() };
        Polynomial { products: smallvec![Monomial { constant: 1, power_product }] }
    }

    /// The place along a dimension.
    pub fn place(dim: u32) -> Polynomial {
        Polynomial::of_place(dim, None)
    }

    /// The number that a tile has at the place along a dimension.
    pub fn listed(dim: u32, numbers: Value) -> Polynomial {
        Polynomial::of_place(dim, Some(numbers))
    }

    fn of_place(dim: u32, numbers: Option<Value>) -> Polynomial {
        let power_product = PowerProduct { dim: Some(dim), numbers, ..PowerProduct::default() };
        Polynomial { products: smallvec![Monomial { constant: 1, power_product }] }
    }

    /// The sum of products; none if a constant overflows or they are too many.
    pub fn of_products(products: impl IntoIterator<Item = Monomial>) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for product in products {
            let place =
                sum.products.binary_search_by(|own| own.power_product.cmp(&product.power_product));
            match place {
                Ok(at) => {
                    let own = &mut sum.products[at];
                    own.constant = own.constant.checked_add(product.constant)?;
                    if own.constant == 0 {
                        sum.products.remove(at);
                    }
                }
                Err(_) if product.constant == 0 => {}
                Err(at) => sum.products.insert(at, product),
            }
        }
        (sum.products.len() <= MAX_MONOMIALS).then_some(sum)
    }

    pub fn products(&self) -> &[Monomial] {
        &self.products
    }

    /// The products with a place along a dimension.
    pub fn along(&self, dim: u32) -> impl Iterator<Item = &Monomial> {
        self.products.iter().filter(move |product| product.power_product.dim == Some(dim))
    }

    pub fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        Polynomial::of_products(self.products.iter().chain(&other.products).cloned())
    }

    pub fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.scaled(-1)?)
    }

    pub fn scaled(&self, constant: i64) -> Option<Polynomial> {
        self.times(&Polynomial::constant(constant))
    }

    /// The product of two sums; none if a product has two places.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let pairs = self
            .products
            .iter()
            .flat_map(|one| other.products.iter().map(move |another| one.times(another)));
        Polynomial::of_products(pairs.collect::<Option<Vec<Monomial>>>()?)
    }

    /// The sum with each constant divided; none if one has a rest.
    pub fn divided(&self, divisor: i64) -> Option<Polynomial> {
        let divisor = Monomial { constant: divisor, power_product: PowerProduct::default() };
        let divided = self.products.iter().map(|product| product.without(&divisor));
        Polynomial::of_products(divided.collect::<Option<Vec<Monomial>>>()?)
    }

    /// The products that have a property, and the others.
    pub fn partition(&self, has: impl Fn(&Monomial) -> bool) -> (Polynomial, Polynomial) {
        let (with, without) = self.products.iter().cloned().partition(has);
        (Polynomial { products: with }, Polynomial { products: without })
    }

    /// The sum where an atom is 1.
    pub fn with_one(&self, atom: Atom) -> Option<Polynomial> {
        let products = self.products.iter().cloned().map(|mut product| {
            product.power_product.atoms.retain(|own| *own != atom);
            product
        });
        Polynomial::of_products(products)
    }

    /// The sum with other atoms.
    pub fn with_atoms(&self, atom: impl Fn(Atom) -> Atom) -> Option<Polynomial> {
        let products = self.products.iter().cloned().map(|mut product| {
            product.power_product.atoms.iter_mut().for_each(|own| *own = atom(*own));
            product.power_product.atoms.sort_unstable();
            product
        });
        Polynomial::of_products(products)
    }

    pub fn is_zero(&self) -> bool {
        self.products.is_empty()
    }

    pub fn has_places(&self) -> bool {
        self.products.iter().any(|product| product.power_product.dim.is_some())
    }

    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.products.iter().flat_map(|product| product.power_product.atoms.iter().copied())
    }

    /// The only atom, if that is all.
    pub fn as_atom(&self) -> Option<Atom> {
        match self.products.as_slice() {
            [Monomial { constant: 1, power_product: PowerProduct { atoms, dim: None, .. } }] => {
                match atoms[..] {
                    [atom] => Some(atom),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The constant that the sum is, if it has neither atoms nor places.
    pub fn as_constant(&self) -> Option<i64> {
        match self.products.as_slice() {
            [] => Some(0),
            [product] if product.power_product == PowerProduct::default() => Some(product.constant),
            _ => None,
        }
    }
}
