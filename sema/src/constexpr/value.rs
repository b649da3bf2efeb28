//! Values of constant expressions: what template arguments, enumerators, array bounds and
//! `constexpr` variables hold.
//!
//! A value has no type of its own; its holder knows it. Values compare and hash by content, so
//! that two specialisations with equal arguments are one ([temp.type]): floating-point values are
//! their bits, addresses are the entity and the path inside it.

use crate::entity::{ClassId, FunctionId, VarId};
use crate::ty::Ty;
use crate::typed::LocalId;

/// The value of an object, or of a prvalue, of some type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Indeterminate ([basic.indet]).
    Indeterminate,
    /// `bool`, integers, enumerations: the mathematical value, always in range of the type.
    Int(i128),
    /// The bits in the type's own format (f64 uses all 64).
    Float(u64),
    /// A pointer, or the referent of a reference.
    Address(Address),
    /// Base subobjects, then fields, of a class; elements of an array. A union holds one element
    /// and its index in `Union`.
    Aggregate(Box<[Value]>),
    /// The active field of a union.
    Union(u32, Box<Value>),
    /// `&T::f` and `&T::m`: null, or the member's index or function.
    MemberPointer(Option<Member>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// A field of the class that declares it, whatever class the pointer speaks of: converting a
    /// pointer to member to that of a derived class changes nothing ([conv.mem]).
    Field(ClassId, u32),
    Function(FunctionId),
}

/// Where a pointer points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Address {
    Null,
    Function(FunctionId),
    /// An object, or one past the end of an array.
    Object {
        root: Root,
        path: Box<[Step]>,
    },
    /// An integer cast to a pointer: compares, but cannot be read.
    Integer(u64),
}

/// The complete object that an address is in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// A variable with static storage.
    Global(VarId),
    /// A string literal, by content.
    String(Text),
    /// An object of the running evaluation; never escapes it.
    Frame(u32),
    /// A variable with automatic storage that lives outside of the running evaluation: it can be
    /// named, and neither read nor changed. Never escapes either.
    Outside(LocalId),
}

/// A string literal: an array of constant elements with the final zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    /// The type of an element, without `const`.
    pub unit: Ty,
    /// The elements as values of that type, so those of a `char` may be negative.
    pub units: Box<[i64]>,
}

impl Text {
    /// The text of code units, without the final zero.
    pub fn new(units: impl IntoIterator<Item = u32>, unit: Ty) -> Text {
        let value = |code: u32| match unit {
            // Plain char is signed on the device.
            Ty::CHAR => i64::from(code as u8 as i8),
            Ty::WCHAR => i64::from(code as i32),
            _ => i64::from(code),
        };
        Text { unit, units: units.into_iter().chain([0]).map(value).collect() }
    }

    pub fn elements(&self) -> impl Iterator<Item = Value> {
        self.units.iter().map(|&unit| Value::Int(unit.into()))
    }

    /// The text of an ordinary literal, up to the first zero.
    pub fn to_text(&self) -> String {
        let bytes: Vec<u8> =
            self.units.iter().take_while(|&&unit| unit != 0).map(|&unit| unit as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// One step from an object to a subobject.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Index into [`Value::Aggregate`]: a base, then field, of a class.
    Member(u32),
    /// An array element; may be one past the end as the last step.
    Element(u64),
    /// Behind an object that is not an array element, to which pointers count as an array of one
    /// ([basic.compound]/3). Only the last step.
    Past,
}

impl Value {
    /// How many scalars the value consists of.
    pub fn n_scalars(&self) -> usize {
        match self {
            Value::Aggregate(parts) => parts.iter().map(Value::n_scalars).sum(),
            Value::Union(_, part) => part.n_scalars(),
            Value::Address(_)
            | Value::Indeterminate
            | Value::Int(_)
            | Value::Float(_)
            | Value::MemberPointer(_) => 1,
        }
    }

    pub fn bool(value: bool) -> Value {
        Value::Int(value.into())
    }

    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(*value),
            Value::Indeterminate
            | Value::Float(_)
            | Value::Address(_)
            | Value::Aggregate(_)
            | Value::Union(..)
            | Value::MemberPointer(_) => None,
        }
    }

    /// Whether the value is all there is: it refers to no object.
    pub fn is_self_contained(&self) -> bool {
        match self {
            Value::Address(Address::Object { .. }) => false,
            Value::Aggregate(parts) => parts.iter().all(Value::is_self_contained),
            Value::Union(_, part) => part.is_self_contained(),
            Value::Address(Address::Null | Address::Function(_) | Address::Integer(_))
            | Value::Indeterminate
            | Value::Int(_)
            | Value::Float(_)
            | Value::MemberPointer(_) => true,
        }
    }

    /// Contextually converted to `bool`; `None` for what has no truth value.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Value::Int(value) => Some(*value != 0),
            Value::Address(address) => Some(*address != Address::Null),
            Value::MemberPointer(member) => Some(member.is_some()),
            Value::Float(_) | Value::Indeterminate | Value::Aggregate(_) | Value::Union(..) => None,
        }
    }
}
