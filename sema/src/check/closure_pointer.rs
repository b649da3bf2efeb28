//! Closures without captures as function pointers ([expr.prim.lambda.closure]/9..11).
//!
//! Such a closure has a conversion function to a pointer to a function that calls the call
//! operator on a closure of its own: the *invoker*. Both are made when a conversion is looked
//! for; of a generic lambda for each specialisation of the call operator that a target asks for.

use lang::ast;

use super::operand::{Check, Operand, Reported};
use crate::Cx;
use crate::entity::{
    ClassId, Closure, DeclName, Entity, FunctionId, FunctionKind, FunctionOrigin, Owner,
};
use crate::ty::{Cv, FunctionTy, Ty, TyKind};
use crate::typed::{ExprKind, FunctionBody, Hints, StmtKind, ValueCategory};

impl<'a> Cx<'a> {
    /// The conversion function of a closure to a function pointer; to `target` for a generic
    /// lambda, which has many.
    pub(crate) fn closure_conversion(
        &mut self,
        class: ClassId,
        target: Option<Ty>,
    ) -> Option<FunctionId> {
        let Closure { expr, call, .. } = self.entities[class].closure.clone()?;
        let ast::ExprKind::Lambda(lambda) = &self.ast[expr].kind else { return None };
        if !lambda.captures.is_empty() || lambda.default_capture.is_some() {
            return None;
        }
        let span = self.entities[class].span;
        let call = match (call?, target) {
            (Entity::Function(function), _) => function,
            (Entity::Template(template), Some(target)) => {
                let pointee = self.types.pointee(target)?;
                self.types.function_of(pointee)?;
                self.deduce_address(template, None, Some(target), span).ok()?
            }
            _ => return None,
        };
        if let Some(closure) = &self.entities[class].closure
            && let Some((_, known)) = closure.conversions.iter().find(|(known, _)| *known == call)
        {
            return Some(*known);
        }
        let ret = self.return_type(call, span);
        if self.types.is_error(ret) {
            return None;
        }
        let signature = self.types.function_of(self.entities[call].ty)?.clone();
        let pointed = FunctionTy { ret, cv: Cv::NONE, ref_qualifier: None, ..signature };
        let (params, exceptions) = (pointed.params.clone(), pointed.exceptions.clone());
        let function_type = self.types.function(pointed);
        let (spaces, is_consteval) = (self.entities[call].spaces, self.entities[call].is_consteval);
        let name = self.entities[call].name;
        let invoker = self.synthetic_function(class, name, &params, ret, |function| {
            function.origin = FunctionOrigin::ClosureInvoker(call);
            function.is_static = true;
            function.is_consteval = is_consteval;
            if !spaces.is_empty() {
                function.spaces = spaces;
            }
        });
        self.entities[invoker].ty = function_type;
        let pointer = self.types.pointer(function_type);
        let conversion =
            self.synthetic_function(class, DeclName::Conversion, &[], pointer, |function| {
                function.kind = FunctionKind::Conversion;
                function.origin = FunctionOrigin::ClosureConversion(invoker);
            });
        self.entities[conversion].ty = self.types.function(FunctionTy {
            ret: pointer,
            params: Box::default(),
            variadic: false,
            cv: Cv::CONST,
            ref_qualifier: None,
            exceptions,
        });
        if let Some(closure) = &mut self.entities[class].closure {
            closure.conversions.push((call, conversion));
        }
        Some(conversion)
    }
}

impl Cx<'_> {
    /// `return operator()(params...)` on a new closure.
    pub(super) fn invoker_body(
        &mut self,
        invoker: FunctionId,
        call: FunctionId,
    ) -> Check<FunctionBody> {
        let Owner::Class(class) = self.entities[invoker].owner else { return Err(Reported) };
        let span = self.entities[invoker].span;
        let closure = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: Box::default(), filler: None };
        let object = self.typed.prvalue(kind, closure, span);
        let mut args = Vec::new();
        for local in self.parameter_locals(invoker) {
            let declared = self.typed.locals[local].ty;
            let ty = self.types.strip_ref(declared);
            let category = match self.types.kind(declared) {
                TyKind::LRef(_) => ValueCategory::LValue,
                _ => ValueCategory::XValue,
            };
            args.push(Operand::Expr(self.typed.expr(ExprKind::Local(local), ty, category, span)));
        }
        let value = self.call_function(call, Some(object), args, span)?;
        let statement = match self.typed.exprs[value].ty {
            Ty::VOID => StmtKind::Expr { expr: value, hints: Hints::default() },
            _ => StmtKind::Return(Some(value)),
        };
        Ok(self.single_statement_body(invoker, statement))
    }

    /// `return &invoker;`
    pub(super) fn closure_conversion_body(
        &mut self,
        conversion: FunctionId,
        invoker: FunctionId,
    ) -> Check<FunctionBody> {
        let span = self.entities[conversion].span;
        let function = self.function_expr(invoker, span);
        let pointer = self.load(function);
        Ok(self.single_statement_body(conversion, StmtKind::Return(Some(pointer))))
    }

    fn single_statement_body(&mut self, function: FunctionId, kind: StmtKind) -> FunctionBody {
        let span = self.entities[function].span;
        let statement = self.typed.stmt(kind, span);
        let body = self.typed.stmt(StmtKind::Block(Box::new([statement])), span);
        FunctionBody {
            parameters: self.parameter_locals(function),
            initializers: Box::default(),
            body,
        }
    }
}
