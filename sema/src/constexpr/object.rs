//! Objects of a running evaluation: where an address leads, reading and writing there.
//!
//! An object is a [`Value`] tree; an address is a root and the path to a subobject. A path may end
//! one past the last element of an array, where it can be compared but not read.

use crate::constexpr::value::{Address, Root, Step, Value};

/// Why an object cannot be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessError {
    Null,
    /// Past the end of an array, or an index into something without elements.
    OutOfBounds,
    /// The object's lifetime has ended.
    Dead,
    /// Reading a member of a union that is not the active one.
    InactiveMember,
    Indeterminate,
    /// A pointer made from an integer, or to a function.
    NotAnObject,
    /// Writing to an object that the evaluation did not create.
    NotModifiable,
}

impl AccessError {
    /// The fact as a clause: "it ...".
    pub fn describe(self) -> &'static str {
        match self {
            AccessError::Null => "dereferences a null pointer",
            AccessError::OutOfBounds => "is outside the bounds of the array",
            AccessError::Dead => "refers to an object whose lifetime has ended",
            AccessError::InactiveMember => "reads a member of a union that is not active",
            AccessError::Indeterminate => "reads an uninitialized object",
            AccessError::NotAnObject => "dereferences a pointer that points to no object",
            AccessError::NotModifiable => {
                "modifies an object whose lifetime began outside the evaluation"
            }
        }
    }
}

/// The objects that an evaluation has created, by [`Root::Frame`] number.
#[derive(Default)]
pub struct Objects {
    objects: Vec<Option<Value>>,
}

impl Objects {
    pub fn create(&mut self, value: Value) -> Root {
        self.objects.push(Some(value));
        Root::Frame(self.objects.len() as u32 - 1)
    }

    /// The number of objects so far: what [`Objects::end_from`] takes.
    pub fn mark(&self) -> u32 {
        self.objects.len() as u32
    }

    /// Ends the lifetime of all objects created since `mark`.
    pub fn end_from(&mut self, mark: u32) {
        for object in self.objects.iter_mut().skip(mark as usize) {
            *object = None;
        }
    }

    pub fn get(&self, frame: u32) -> Option<&Value> {
        self.objects.get(frame as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, frame: u32) -> Option<&mut Value> {
        self.objects.get_mut(frame as usize)?.as_mut()
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
                .ok_or(AccessError::OutOfBounds)?,
            (Value::Union(active, part), Step::Member(index)) if *active == index => part,
            (Value::Union(..), Step::Member(_)) => return Err(AccessError::InactiveMember),
            // A pointer to a non-array object works as one to an array of one ([expr.add]).
            (scalar, Step::Element(0)) => scalar,
            (Value::Indeterminate, _) => return Err(AccessError::Indeterminate),
            (_, Step::Element(_) | Step::Member(_)) => return Err(AccessError::OutOfBounds),
        };
    }
    Ok(at)
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
            (scalar, Step::Element(0)) => scalar,
            (_, Step::Element(_) | Step::Member(_)) => return Err(AccessError::OutOfBounds),
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
/// address points into, if it is known to point into one.
pub fn advance(address: &Address, by: i128) -> Result<Address, AccessError> {
    match address {
        Address::Object { root, path } => {
            let (steps, index) = match path.split_last() {
                Some((Step::Element(index), rest)) => (rest, *index),
                Some((Step::Member(_), _)) | None => (&path[..], 0),
            };
            let moved = i128::from(index) + by;
            let moved = u64::try_from(moved).map_err(|_| AccessError::OutOfBounds)?;
            let mut path = steps.to_vec();
            path.push(Step::Element(moved));
            Ok(Address::Object { root: root.clone(), path: path.into() })
        }
        Address::Null if by == 0 => Ok(Address::Null),
        Address::Null => Err(AccessError::Null),
        Address::Function(_) => Err(AccessError::NotAnObject),
        Address::Integer(_) => Err(AccessError::NotAnObject),
    }
}

/// The distance between two addresses in one array, in elements.
pub fn distance(lhs: &Address, rhs: &Address) -> Option<i128> {
    let (Address::Object { root: a, path: p }, Address::Object { root: b, path: q }) = (lhs, rhs)
    else {
        return (lhs == rhs).then_some(0);
    };
    let split = |path: &[Step]| match path.split_last() {
        Some((Step::Element(index), rest)) => (rest.to_vec(), i128::from(*index)),
        Some((Step::Member(_), _)) | None => (path.to_vec(), 0),
    };
    let ((base_p, i), (base_q, j)) = (split(p), split(q));
    (a == b && base_p == base_q).then_some(i - j)
}
