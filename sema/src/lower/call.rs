//! Calls, inlined: binding of parameters, constructors, the function's result.

use lang::base::Span;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use super::control::{Exit, Flow, Frame};
use super::storage::{Leaf, LeafRef, Leaves, OriginKind, Place, SlotPlace};
use super::{INLINE_DEPTH, Low, Lowerer, Stop};
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::{ExprId, FunctionBody, Initializer, InitializerTarget};

impl Lowerer<'_, '_> {
    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The leaves of the call's value; of a reference, its address.
    pub(super) fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        if let Some(op) = self.cx.entities[callee].intrinsic {
            return self.intrinsic(op, callee, arguments, expr);
        }
        let body = self.body(callee, span)?;
        let (this, arguments) = if self.cx.has_object_parameter(callee) {
            let Some((&object, rest)) = arguments.split_first() else {
                return self.bug(span, "a member call without an object");
            };
            (Some(self.place(object)?), rest)
        } else {
            (None, arguments)
        };
        let values = self.arguments(arguments)?;
        self.enter_at(callee, &body, this, values, expr)
    }

    /// A call through a pointer to function that is known here.
    pub(super) fn call_pointer(
        &mut self,
        pointer: ExprId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        match self.pointer(pointer)? {
            Leaf::Function(callee) => self.call(callee, arguments, expr),
            Leaf::Value(_) | Leaf::Address(_) | Leaf::Undef => {
                let span = self.cx.typed.exprs[expr].span;
                let message = "which function this calls must be known at compile time";
                self.error(codes::INDIRECT_CALL, span, message.to_owned())
            }
        }
    }

    /// A class prvalue made by a constructor.
    pub(super) fn construct(
        &mut self,
        constructor: FunctionId,
        arguments: &[ExprId],
        ty: Ty,
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let body = self.body(constructor, span)?;
        let values = self.arguments(arguments)?;
        let count = self.layout(ty, span)?.leaves.len();
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        let object = self.new_object(origin, ty, vec![Leaf::Undef; count].into(), span)?;
        self.enter_at(constructor, &body, Some(object.clone()), values, expr)?;
        self.read_place(&object, ty, span)
    }

    fn body(&mut self, callee: FunctionId, span: Span) -> Low<FunctionBody> {
        if self.frames.len() >= INLINE_DEPTH {
            let message = format!("calls are nested more than {INLINE_DEPTH} deep");
            return self.error(codes::INLINE_DEPTH, span, message);
        }
        match self.cx.checked_body(callee) {
            Some(body) => Ok(body),
            None if self.cx.has_errors() => Err(Stop::Reported),
            None => {
                let name = self.cx.show_function(callee);
                let message = format!("`{name}` is called by a kernel and has no definition here");
                self.error(codes::NO_DEFINITION, span, message)
            }
        }
    }

    fn arguments(&mut self, arguments: &[ExprId]) -> Low<Vec<Leaves>> {
        arguments.iter().map(|&argument| self.operand(argument)).collect()
    }

    fn enter_at(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Leaves>,
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let outer = self.frames.last().map_or(0, |frame| frame.path);
        let mut hasher = FxHasher::default();
        (outer, expr.as_u32()).hash(&mut hasher);
        let path = hasher.finish();
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
            self.inline(callee, body, this, arguments, span, path)
        })
    }

    /// The outermost call: the kernel itself.
    pub(super) fn enter(
        &mut self,
        kernel: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Leaves>,
        span: Span,
    ) -> Low<Leaves> {
        self.inline(kernel, body, this, arguments, span, 0)
    }

    /// Runs a function body in a frame of its own and returns the leaves of its result.
    fn inline(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Leaves>,
        span: Span,
        path: u64,
    ) -> Low<Leaves> {
        let result_ty = self.cx.function_return_type(callee);
        let result_ty = self.stored_type(result_ty);
        let layout = self.layout(result_ty, span)?;
        let count = layout.leaves.len();
        let user_call = self.user_call(span);
        let mut frame = Frame { this: this.clone(), user_call, path, ..Frame::default() };
        let origin = super::storage::Origin { kind: OriginKind::Return, node: 0, path };
        // The result, then the flag that says that the function has returned.
        let falling = Leaf::Value(self.int_constant(ir::Scalar::I1, 0));
        let mut leaves = vec![Leaf::Undef; count];
        leaves.push(falling);
        let mut types: Vec<ir::Type> = layout.leaves.iter().map(|leaf| leaf.ir).collect();
        types.push(self.types.scalar(ir::Scalar::I1));
        let slot = self.new_slot(origin, leaves, types);
        frame.result = Some((SlotPlace { slot, offset: 0 }, result_ty));
        frame.exit = Some(Exit {
            flag: LeafRef { slot, index: count as u32 },
            loop_depth: self.loops.len(),
        });
        frame.switches = 0;
        let caller_span = self.span;
        self.frames.push(frame);
        let outcome = self.run(callee, body, this, arguments, span);
        self.frames.pop();
        self.span = caller_span;
        outcome?;
        let slot = &self.slots[slot.0 as usize];
        Ok(slot.leaves[..count].iter().cloned().collect())
    }

    fn run(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Leaves>,
        span: Span,
    ) -> Low<Flow> {
        for (&parameter, value) in body.parameters.iter().zip(arguments) {
            self.bind_local(parameter, value)?;
        }
        if let Some(object) = this {
            for initializer in &body.initializers {
                self.initialize(callee, &object, initializer, span)?;
            }
        }
        self.statement(body.body)
    }

    fn initialize(
        &mut self,
        constructor: FunctionId,
        object: &Place,
        initializer: &Initializer,
        span: Span,
    ) -> Low<()> {
        let Some(class_ty) = self.cx.owner_class_type(constructor) else {
            return self.bug(span, "a constructor outside a class");
        };
        let value_node = &self.cx.typed.exprs[initializer.value];
        let (value_ty, value_span) = (value_node.ty, value_node.span);
        let is_reference = value_node.category.is_glvalue();
        let value = self.operand(initializer.value)?;
        let Some(class) = self.cx.types.class_of(class_ty) else {
            return self.bug(span, "a constructor outside a class");
        };
        let (part, ty) = match initializer.target {
            InitializerTarget::Delegate => {
                return self.write_place(object, class_ty, value, value_span);
            }
            InitializerTarget::Base(index) => (index, value_ty),
            InitializerTarget::Field(index) => {
                let (bases, ty, is_union) = self.cx.field_info(class, index);
                (if is_union { index } else { bases + index }, ty)
            }
        };
        let place = self.subobject(object, class_ty, part, value_span)?;
        let ty = if is_reference { self.stored_type(ty) } else { ty };
        self.write_place(&place, ty, value, value_span)
    }
}
