//! Objects of a running evaluation: where an address leads, reading and writing there.
//!
//! An object is a [`Value`] tree; an address is a root and the path to a subobject. A path may end
//! one past the last element of an array, where it can be compared but not read. Undefined
//! behaviour of memory is found here: reading what has ended, is not a member, or was never set.

use crate::constexpr::value::{Address, Root, Step, Value};
use crate::ty::Ty;

/// Why an object cannot be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessError {
    Null,
    /// Past the end of an array, or an index into something without elements.
    OutOfBounds,
    /// An index that an array of so many elements does not have.
    NoElement {
        index: u64,
        len: u64,
    },
    /// The object's lifetime has ended.
    Dead,
    /// Reading a member of a union that is not the active one.
    InactiveMember,
    Indeterminate,
    /// Reading an object that lives outside of the evaluation.
    Unknown,
    /// A pointer made from an integer, or to a function.
    NotAnObject,
    /// Writing to an object that the evaluation did not create.
    NotModifiable,
    /// Writing to a `const` object.
    Const,
}

impl AccessError {
    /// The fact as a clause: "it ...".
    pub fn describe(self) -> String {
        let text = match self {
            AccessError::NoElement { index, len } => {
                let elements = if len == 1 { "element" } else { "elements" };
                return format!(
                    "is outside the bounds of the array: the index is {index}, and the array has {len} {elements}"
                );
            }
            AccessError::Null => "dereferences a null pointer",
            AccessError::OutOfBounds => "is outside the bounds of the array",
            AccessError::Dead => "refers to an object whose lifetime has ended",
            AccessError::InactiveMember => "reads a member of a union that is not active",
            AccessError::Indeterminate => "reads an uninitialized object",
            AccessError::Unknown => "uses a variable that is not known at compile time",
            AccessError::NotAnObject => "dereferences a pointer that points to no object",
            AccessError::Const => "modifies a `const` object",
            AccessError::NotModifiable => {
                "modifies an object whose lifetime began outside the evaluation"
            }
        };
        text.to_owned()
    }

    fn no_element(index: u64, len: usize) -> AccessError {
        AccessError::NoElement { index, len: len as u64 }
    }
}

/// An object that an evaluation has created.
struct Object {
    id: u32,
    value: Value,
    /// Nothing in it changes but `mutable` members.
    is_const: bool,
    /// Made by `new`: it lives until it is deleted.
    is_allocated: bool,
}

/// The objects that an evaluation has created and that live, by [`Root::Frame`] number.
///
/// Lifetimes nest but for those of `new`, so objects are a stack; a number is never used twice, so an address of an
/// object that has ended leads nowhere.
#[derive(Default)]
pub struct Objects {
    live: Vec<Object>,
    /// The types of all objects, also of those that have ended.
    types: Vec<Ty>,
    n_allocated: usize,
}

impl Objects {
    pub fn create(&mut self, value: Value, ty: Ty, is_const: bool) -> Root {
        self.push(value, ty, is_const, false)
    }

    /// An object of `new`.
    pub fn allocate(&mut self, value: Value, ty: Ty) -> Root {
        self.n_allocated += 1;
        self.push(value, ty, false, true)
    }

    fn push(&mut self, value: Value, ty: Ty, is_const: bool, is_allocated: bool) -> Root {
        let id = self.mark();
        self.types.push(ty);
        self.live.push(Object { id, value, is_const, is_allocated });
        Root::Frame(id)
    }

    pub fn is_allocated(&self, id: u32) -> bool {
        self.find(id).is_some_and(|at| self.live[at].is_allocated)
    }

    /// Ends an object of `new`.
    pub fn free(&mut self, id: u32) {
        if let Some(at) = self.find(id) {
            self.live.remove(at);
            self.n_allocated -= 1;
        }
    }

    /// Ends an object that is not one of `new`.
    pub fn end(&mut self, id: u32) {
        if let Some(at) = self.find(id)
            && !self.live[at].is_allocated
        {
            self.live.remove(at);
        }
    }

    /// Whether objects of `new` live.
    pub fn has_allocated(&self) -> bool {
        self.n_allocated > 0
    }

    /// A point in time: what [`Objects::end_from`] takes.
    pub fn mark(&self) -> u32 {
        self.types.len() as u32
    }

    /// Ends the lifetime of all objects created since `mark`, but for those of `new`.
    pub fn end_from(&mut self, mark: u32) {
        let first = self.live.partition_point(|object| object.id < mark);
        if self.n_allocated == 0 {
            self.live.truncate(first);
            return;
        }
        if first < self.live.len() {
            let ended = self.live.split_off(first);
            self.live.extend(ended.into_iter().filter(|object| object.is_allocated));
        }
    }

    /// The constructor of a `const` object is done: from now on nothing changes it.
    pub fn end_construction(&mut self, id: u32) {
        if let Some(at) = self.find(id) {
            self.live[at].is_const = true;
        }
    }

    /// The destructor of the object begins: it is no longer `const`.
    pub fn begin_end(&mut self, id: u32) {
        if let Some(at) = self.find(id) {
            self.live[at].is_const = false;
        }
    }

    fn find(&self, id: u32) -> Option<usize> {
        self.live.binary_search_by_key(&id, |object| object.id).ok()
    }

    pub fn get(&self, id: u32) -> Option<&Value> {
        Some(&self.live[self.find(id)?].value)
    }

    pub fn get_mut(&mut self, id: u32) -> Option<&mut Value> {
        let at = self.find(id)?;
        Some(&mut self.live[at].value)
    }

    pub fn is_const(&self, id: u32) -> bool {
        self.find(id).is_some_and(|at| self.live[at].is_const)
    }

    pub fn ty(&self, id: u32) -> Option<Ty> {
        self.types.get(id as usize).copied()
    }
}

/// The subobject of `value` at `path`.
pub fn read<'v>(value: &'v Value, path: &[Step]) -> Result<&'v Value, AccessError> {
    let mut at = value;
    for step in path {
        at = match (at, *step) {
            (Value::Aggregate(parts), Step::Member(index)) => {
                parts.get(index as usize).ok_or(AccessError::OutOfBounds)?
            }
            (Value::Aggregate(parts), Step::Element(index)) => usize::try_from(index)
                .ok()
                .and_then(|index| parts.get(index))
                .ok_or(AccessError::no_element(index, parts.len()))?,
            (Value::Union(active, part), Step::Member(index)) if *active == index => part,
            (Value::Union(..), Step::Member(_)) => return Err(AccessError::InactiveMember),
            (_, Step::Past) => return Err(AccessError::OutOfBounds),
            (Value::Indeterminate, _) => return Err(AccessError::Indeterminate),
            (_, Step::Element(_) | Step::Member(_)) => return Err(AccessError::OutOfBounds),
        };
    }
    Ok(at)
}

/// How many steps of `path` lead to the first member of a union that is not active.
pub fn inactive(value: &Value, path: &[Step]) -> Option<usize> {
    let mut at = value;
    for (n_before, step) in path.iter().enumerate() {
        at = match (at, *step) {
            (Value::Aggregate(parts), Step::Member(index)) => parts.get(index as usize)?,
            (Value::Aggregate(parts), Step::Element(index)) => {
                parts.get(usize::try_from(index).ok()?)?
            }
            (Value::Union(active, part), Step::Member(index)) if *active == index => part,
            (Value::Union(..), Step::Member(_)) => return Some(n_before + 1),
            _ => return None,
        };
    }
    None
}

/// The subobject of `value` at `path`, to be overwritten. Naming an inactive member of a union
/// makes it the active one, with an indeterminate value ([class.union]/6).
pub fn write<'v>(value: &'v mut Value, path: &[Step]) -> Result<&'v mut Value, AccessError> {
    let mut at = value;
    for step in path {
        at = match (at, *step) {
            (Value::Aggregate(parts), Step::Member(index)) => {
                parts.get_mut(index as usize).ok_or(AccessError::OutOfBounds)?
            }
            (Value::Aggregate(parts), Step::Element(index)) => usize::try_from(index)
                .ok()
                .and_then(|index| parts.get_mut(index))
                .ok_or(AccessError::OutOfBounds)?,
            (Value::Union(active, part), Step::Member(index)) => {
                if *active != index {
                    *active = index;
                    **part = Value::Indeterminate;
                }
                part
            }
            (_, Step::Element(_) | Step::Member(_) | Step::Past) => {
                return Err(AccessError::OutOfBounds);
            }
        };
    }
    Ok(at)
}

/// The address of a subobject of the object at `address`.
pub fn subobject(address: &Address, step: Step) -> Result<Address, AccessError> {
    match address {
        Address::Object { root, path } => {
            let mut path = path.to_vec();
            path.push(step);
            Ok(Address::Object { root: root.clone(), path: path.into() })
        }
        Address::Null => Err(AccessError::Null),
        Address::Function(_) | Address::Integer(_) => Err(AccessError::NotAnObject),
    }
}

/// The address of the object whose base subobject, along `path`, is at `address`.
pub fn containing(address: &Address, path: &[u32]) -> Result<Address, AccessError> {
    match address {
        Address::Object { root, path: steps } => {
            let keep = steps.len().checked_sub(path.len()).ok_or(AccessError::NotAnObject)?;
            let (outer, inner) = steps.split_at(keep);
            let is_part = inner.iter().zip(path).all(|(step, &index)| *step == Step::Member(index));
            if !is_part {
                return Err(AccessError::NotAnObject);
            }
            Ok(Address::Object { root: root.clone(), path: outer.into() })
        }
        Address::Null => Err(AccessError::Null),
        Address::Function(_) | Address::Integer(_) => Err(AccessError::NotAnObject),
    }
}

/// The address `by` elements further on; `len` is the number of elements of the array that the
/// address points into, where it is known ([expr.add]/4).
pub fn advance(address: &Address, by: i128, len: Option<u64>) -> Result<Address, AccessError> {
    match address {
        Address::Object { root, path } => {
            let (outer, index) = split(path);
            let is_element = matches!(path.last(), Some(Step::Element(_)));
            let moved = u64::try_from(index + by).map_err(|_| AccessError::OutOfBounds)?;
            if moved > if is_element { len.unwrap_or(u64::MAX) } else { 1 } {
                return Err(AccessError::OutOfBounds);
            }
            let mut path = outer.to_vec();
            match (is_element, moved) {
                (true, _) => path.push(Step::Element(moved)),
                (false, 0) => {}
                (false, _) => path.push(Step::Past),
            }
            Ok(Address::Object { root: root.clone(), path: path.into() })
        }
        Address::Null if by == 0 => Ok(Address::Null),
        Address::Null => Err(AccessError::Null),
        Address::Function(_) | Address::Integer(_) => Err(AccessError::NotAnObject),
    }
}

/// The path to the array, or to the object that counts as one of one element, and the index in it.
pub fn split(path: &[Step]) -> (&[Step], i128) {
    match path.split_last() {
        Some((Step::Element(index), rest)) => (rest, i128::from(*index)),
        Some((Step::Past, rest)) => (rest, 1),
        Some((Step::Member(_), _)) | None => (path, 0),
    }
}

/// The distance between two addresses in one array, in elements.
pub fn distance(lhs: &Address, rhs: &Address) -> Option<i128> {
    let (Address::Object { root: a, path: p }, Address::Object { root: b, path: q }) = (lhs, rhs)
    else {
        return (lhs == rhs).then_some(0);
    };
    let ((base_p, i), (base_q, j)) = (split(p), split(q));
    (a == b && base_p == base_q).then_some(i - j)
}
