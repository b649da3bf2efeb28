//! Makes instructions: one method per op, from the op table.
//!
//! A [`Builder`] is cheap to make and short-lived: it borrows the function and the types and knows
//! the block and the source span of what it makes next. Methods take the operands and attributes
//! of the row in order, then the result type where the row leaves it open, and return the
//! result values.
//!
//! ```
//! use ir::builder::Builder;
//! use ir::module::{Function, Module};
//! use ir::{Rounding, Scalar};
//! use lang::base::Span;
//! # use tilec_ir as ir;
//!
//! let mut module = Module::new("m");
//! let mut function = Function::new("k", Span::NONE);
//! let block = function.entry_block;
//! let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
//! let one = b.const_bits(b.types.scalar(Scalar::F32), 0x3F80_0000);
//! let two = b.addf(one, one, Rounding::NearestEven, false);
//! let tokens = b.make_token();
//! b.print_tko([two], Some(tokens), "%f\n".into());
//! b.return_([]);
//! ```
//!
//! Ops with regions are opened (`open_for`, `open_loop`, `open_if`, `open_reduce`, `open_scan`):
//! the blocks come back empty, and the caller switches to them and ends them with a terminator.

use lang::base::Span;
use smallvec::SmallVec;

use crate::attrs::{
    Assumption, CmpOrdering, CmpPredicate, ConstArgs, DenseConstant, Event, Hints, Identities,
    Inbounds, MemoryOrdering, MemoryScope, Overflow, Permutation, ReductionKind, RmwMode, Rounding,
    Signedness,
};
use crate::entities::{Block, Global, Inst, Type, Value};
use crate::for_each_op;
use crate::module::Function;
use crate::ops::{InstData, ValueList};
use crate::results::result_types;
use crate::types::{Scalar, TypeStore};

/// Where instructions go, and what they are said to come from.
pub struct Builder<'a> {
    pub function: &'a mut Function,
    pub types: &'a mut TypeStore,
    block: Block,
    /// Insert before this one, else at the end of `block`.
    before: Option<Inst>,
    span: Span,
}

/// An opened `for`.
#[derive(Clone, Debug)]
pub struct ForParts {
    pub inst: Inst,
    pub body: Block,
    pub induction: Value,
    pub carried: ValueList,
    pub results: ValueList,
}

/// An opened `loop`.
#[derive(Clone, Debug)]
pub struct LoopParts {
    pub inst: Inst,
    pub body: Block,
    pub carried: ValueList,
    pub results: ValueList,
}

/// An opened `if`. The else block is always there; an empty one ends in `yield`.
#[derive(Clone, Debug)]
pub struct IfParts {
    pub inst: Inst,
    pub then_block: Block,
    pub else_block: Block,
    pub results: ValueList,
}

/// An opened `reduce` or `scan`; `params` are (element, accumulator) per operand.
#[derive(Clone, Debug)]
pub struct CombineParts {
    pub inst: Inst,
    pub body: Block,
    pub params: ValueList,
    pub results: ValueList,
}

impl<'a> Builder<'a> {
    /// A builder at the end of `block`.
    pub fn new(
        function: &'a mut Function,
        types: &'a mut TypeStore,
        block: Block,
        span: Span,
    ) -> Builder<'a> {
        Builder { function, types, block, before: None, span }
    }

    /// A builder just before `inst`, with its span.
    pub fn before(function: &'a mut Function, types: &'a mut TypeStore, inst: Inst) -> Builder<'a> {
        let block = function.inst_block(inst).unwrap_or(function.entry_block);
        let span = function.span(inst);
        Builder { function, types, block, before: Some(inst), span }
    }

    pub fn block(&self) -> Block {
        self.block
    }

    /// Goes on at the end of `block`.
    pub fn switch_to(&mut self, block: Block) {
        self.block = block;
        self.before = None;
    }

    pub fn set_span(&mut self, span: Span) {
        self.span = span;
    }

    pub fn value_type(&self, value: Value) -> Type {
        self.function.value_type(value)
    }

    /// Makes any instruction with the given result types.
    pub fn insert(&mut self, data: InstData, result_types: &[Type]) -> Inst {
        let inst = self.function.make_inst(data, result_types, self.span);
        match self.before {
            Some(before) => self.function.insert_before(before, inst),
            None => self.function.push_inst(self.block, inst),
        }
        inst
    }

    /// Makes an instruction whose result types follow from it.
    ///
    /// If nothing follows, because an operand has a type that the op cannot take, the results
    /// are tokens; the verifier reports the operand.
    fn insert_derived(&mut self, data: InstData, num_results: usize) -> Inst {
        let types = result_types(&data, self.function, self.types)
            .unwrap_or_else(|| SmallVec::from_elem(self.types.token(), num_results));
        self.insert(data, &types)
    }

    // ---- constants ----

    /// A constant tile of type `ty` whose elements all have these bits.
    pub fn const_bits(&mut self, ty: Type, bits: u64) -> Value {
        let elem = self.types.elem_scalar(ty).unwrap_or(Scalar::I64);
        self.constant(DenseConstant::splat(elem, bits), ty)
    }

    /// A rank-0 integer.
    pub fn const_int(&mut self, elem: Scalar, value: i64) -> Value {
        self.const_bits(self.types.scalar(elem), value as u64)
    }

    pub fn const_i1(&mut self, value: bool) -> Value {
        self.const_int(Scalar::I1, i64::from(value))
    }

    pub fn const_i32(&mut self, value: i32) -> Value {
        self.const_int(Scalar::I32, i64::from(value))
    }

    pub fn const_i64(&mut self, value: i64) -> Value {
        self.const_int(Scalar::I64, value)
    }

    // ---- structured control flow ----

    /// `for induction in (lower to upper, step step) iter_values(carried = inits)`.
    pub fn open_for(
        &mut self,
        lower_bound: Value,
        upper_bound: Value,
        step: Value,
        unsigned: bool,
        inits: &[Value],
    ) -> ForParts {
        let body = self.function.make_block();
        let induction_type = self.value_type(lower_bound);
        let induction = self.function.append_block_param(body, induction_type);
        let carried = self.append_params_like(body, inits);
        let init_values = inits.into();
        let data = InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body };
        let inst = self.insert_derived(data, inits.len());
        ForParts { inst, body, induction, carried, results: self.function.results(inst).into() }
    }

    /// `loop iter_values(carried = inits) -> result_types`.
    pub fn open_loop(&mut self, inits: &[Value], result_types: &[Type]) -> LoopParts {
        let body = self.function.make_block();
        let carried = self.append_params_like(body, inits);
        let inst = self.insert(InstData::Loop { init_values: inits.into(), body }, result_types);
        LoopParts { inst, body, carried, results: self.function.results(inst).into() }
    }

    /// `if condition -> result_types`.
    pub fn open_if(&mut self, condition: Value, result_types: &[Type]) -> IfParts {
        let (then_block, else_block) = (self.function.make_block(), self.function.make_block());
        let inst = self.insert(InstData::If { condition, then_block, else_block }, result_types);
        let results = self.function.results(inst).into();
        IfParts { inst, then_block, else_block, results }
    }

    pub fn open_reduce(
        &mut self,
        operands: &[Value],
        dim: u32,
        identities: Identities,
    ) -> CombineParts {
        let (body, params) = self.combine_body(operands);
        let data = InstData::Reduce { operands: operands.into(), dim, identities, body };
        let inst = self.insert_derived(data, operands.len());
        CombineParts { inst, body, params, results: self.function.results(inst).into() }
    }

    pub fn open_scan(
        &mut self,
        operands: &[Value],
        dim: u32,
        reverse: bool,
        identities: Identities,
    ) -> CombineParts {
        let (body, params) = self.combine_body(operands);
        let data = InstData::Scan { operands: operands.into(), dim, reverse, identities, body };
        let inst = self.insert_derived(data, operands.len());
        CombineParts { inst, body, params, results: self.function.results(inst).into() }
    }

    fn append_params_like(&mut self, block: Block, values: &[Value]) -> ValueList {
        let mut params = ValueList::new();
        for &value in values {
            let ty = self.value_type(value);
            params.push(self.function.append_block_param(block, ty));
        }
        params
    }

    /// The body of a reduction: a rank-0 (element, accumulator) pair per operand.
    fn combine_body(&mut self, operands: &[Value]) -> (Block, ValueList) {
        let body = self.function.make_block();
        let mut params = ValueList::new();
        for &operand in operands {
            let ty = self.value_type(operand);
            let scalar = self.types.with_dims(ty, &[]).unwrap_or(ty);
            params.push(self.function.append_block_param(body, scalar));
            params.push(self.function.append_block_param(body, scalar));
        }
        (body, params)
    }
}

macro_rules! operand_param {
    (one) => { Value };
    (opt) => { Option<Value> };
    (many) => { impl IntoIterator<Item = Value> };
}

macro_rules! operand_field {
    (many $operand:ident) => {
        $operand.into_iter().collect()
    };
    ($one_or_opt:ident $operand:ident) => {
        $operand
    };
}

/// One builder method. The result part of the row picks the arm.
macro_rules! builder_method {
    // Ops with regions are opened by hand-written methods.
    ($doc:tt $Op:ident $method:ident ($($operand:tt)*) ($($attr:tt)*) <$($region:ident)+> $results:tt $Rule:ident) => {};
    (($($doc:literal)*) $Op:ident $method:ident ($($operand:ident $arity:ident)*)
     ($($attr:ident $Attr:ty),*) <> [$result:ident] Given) => {
        $(#[doc = $doc])*
        #[allow(clippy::too_many_arguments, reason = "one per field of the row")]
        pub fn $method(
            &mut self, $($operand: operand_param!($arity),)* $($attr: $Attr,)* $result: Type,
        ) -> Value {
            let data = InstData::$Op { $($operand: operand_field!($arity $operand),)* $($attr,)* };
            let inst = self.insert(data, &[$result]);
            FromInst::from_inst(self.function, inst)
        }
    };
    (($($doc:literal)*) $Op:ident $method:ident ($($operand:ident $arity:ident)*)
     ($($attr:ident $Attr:ty),*) <> [$results:ident ..] GivenEach) => {
        $(#[doc = $doc])*
        pub fn $method(
            &mut self, $($operand: operand_param!($arity),)* $($attr: $Attr,)* $results: &[Type],
        ) -> ValueList {
            let data = InstData::$Op { $($operand: operand_field!($arity $operand),)* $($attr,)* };
            let inst = self.insert(data, $results);
            self.function.results(inst).into()
        }
    };
    (($($doc:literal)*) $Op:ident $method:ident ($($operand:ident $arity:ident)*)
     ($($attr:ident $Attr:ty),*) <> [$($result:ident),*] $Rule:ident) => {
        $(#[doc = $doc])*
        #[allow(clippy::too_many_arguments, reason = "one per field of the row")]
        pub fn $method(
            &mut self, $($operand: operand_param!($arity),)* $($attr: $Attr,)*
        ) -> builder_return!($($result)*) {
            let data = InstData::$Op { $($operand: operand_field!($arity $operand),)* $($attr,)* };
            let inst = self.insert_derived(data, 0 $(+ { let _ = stringify!($result); 1 })*);
            FromInst::from_inst(self.function, inst)
        }
    };
}

/// What a builder method returns: the instruction, the result, or a tuple of results.
macro_rules! builder_return {
    () => {
        Inst
    };
    ($a:ident) => {
        Value
    };
    ($a:ident $b:ident) => {
        (Value, Value)
    };
    ($a:ident $b:ident $c:ident) => {
        (Value, Value, Value)
    };
}

/// The return value of a builder method, by the number of results of the row.
trait FromInst {
    fn from_inst(function: &Function, inst: Inst) -> Self;
}

impl FromInst for Inst {
    fn from_inst(_: &Function, inst: Inst) -> Inst {
        inst
    }
}

impl FromInst for Value {
    fn from_inst(function: &Function, inst: Inst) -> Value {
        function.results(inst)[0]
    }
}

impl FromInst for (Value, Value) {
    fn from_inst(function: &Function, inst: Inst) -> (Value, Value) {
        let results = function.results(inst);
        (results[0], results[1])
    }
}

impl FromInst for (Value, Value, Value) {
    fn from_inst(function: &Function, inst: Inst) -> (Value, Value, Value) {
        let results = function.results(inst);
        (results[0], results[1], results[2])
    }
}

macro_rules! define_builder {
    ($(
        $(#[doc = $doc:literal])*
        $Op:ident $method:ident $mnemonic:literal $number:literal $effect:ident
            ($($operand:ident: $arity:ident $Class:ident $(($of:ident))?),*)
            { $($attr:ident: $Attr:ty),* }
            <$($region:ident),*>
            -> [$($result:tt)*] $Rule:ident $(($rule_of:ident))?
            = $format:literal;
    )*) => {
        /// One method per op without regions.
        impl Builder<'_> {
            $(builder_method! {
                ($($doc)*) $Op $method ($($operand $arity)*) ($($attr $Attr),*)
                <$($region)*> [$($result)*] $Rule
            })*
        }
    };
}

for_each_op!(define_builder);
