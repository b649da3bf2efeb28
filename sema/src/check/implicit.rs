//! The bodies of implicit and defaulted functions: special members ([special]) and comparisons
//! ([class.compare]).

use cranelift_entity::EntitySet;
use cranelift_entity::packed_option::ReservedValue;
use lang::ast::{BinaryOp, DeclId, OverloadedOperator};
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{
    ClassId, DeclName, Definition, Entity, FunctionId, Member, MemberState, Owner, SpecialKind,
};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{
    ExprId, ExprKind, FunctionBody, Initializer, InitializerTarget, StmtId, StmtKind, ValueCategory,
};

/// Arrays with more scalars than this are not copied or compared element by element.
const MAX_COPIED_SCALARS: u64 = 4096;

impl Cx<'_> {
    pub fn implicit_body(&mut self, function: FunctionId) -> Check<FunctionBody> {
        let span = self.entities[function].span;
        let Some(special) = self.entities[function].special else { return Err(Reported) };
        let class = match self.entities[function].owner {
            Owner::Class(class) => Some(class),
            Owner::Namespace(_) | Owner::Function => self.compared_class(function),
        };
        let class = class.ok_or(Reported)?;
        let (initializers, body) = match special {
            SpecialKind::DefaultConstructor => (self.default_constructor(class, span)?, Vec::new()),
            SpecialKind::CopyConstructor => {
                (self.memberwise_copy(function, class, ValueCategory::LValue, span)?, Vec::new())
            }
            SpecialKind::MoveConstructor => {
                (self.memberwise_copy(function, class, ValueCategory::XValue, span)?, Vec::new())
            }
            SpecialKind::CopyAssignment => (
                Vec::new(),
                self.memberwise_assignment(function, class, ValueCategory::LValue, span)?,
            ),
            SpecialKind::MoveAssignment => (
                Vec::new(),
                self.memberwise_assignment(function, class, ValueCategory::XValue, span)?,
            ),
            SpecialKind::Destructor => (Vec::new(), Vec::new()),
            SpecialKind::Comparison(op) => {
                (Vec::new(), self.comparison_body(function, class, op, span)?)
            }
        };
        let body = self.typed.stmt(StmtKind::Block(body.into()), span);
        Ok(FunctionBody {
            parameters: self.parameter_locals(function),
            initializers: initializers.into(),
            body,
        })
    }

    /// Declares, in a class and its bases, the `==` that comes with a defaulted `<=>`
    /// ([class.compare.default]/4).
    pub fn declare_implicit_equalities(&mut self, class: ClassId) {
        let mut pending = vec![class];
        let mut seen: EntitySet<ClassId> = EntitySet::new();
        while let Some(class) = pending.pop() {
            if seen.insert(class) {
                self.declare_implicit_equality(class);
                pending.extend(self.entities[class].bases.iter().map(|base| base.class));
            }
        }
    }

    fn declare_implicit_equality(&mut self, class: ClassId) {
        let equal = DeclName::Operator(OverloadedOperator::Equal);
        let three_way = DeclName::Operator(OverloadedOperator::Spaceship);
        let is_declared = !self.lookup_own_member(class, equal).is_empty()
            || self.entities[class].friends.iter().any(|friend| friend.name == equal);
        if is_declared {
            return;
        }
        // A friend's `==` is a friend too, which an `==` of two objects of the class cannot tell.
        let mut declared = self.lookup_own_member(class, three_way);
        self.search_friends(class, three_way, &mut declared);
        let source = declared.entities.into_iter().find_map(|entity| match entity {
            Entity::Function(function)
                if self.entities[function].definition == Definition::Defaulted =>
            {
                Some(function)
            }
            _ => None,
        });
        let Some(source) = source else { return };
        let ty = self.entities[class].ty;
        let ty = self.types.add_const(ty);
        let param = self.types.lref(ty);
        let function = self.synthetic_function(class, equal, &[param], Ty::BOOL, |function| {
            function.special = Some(SpecialKind::Comparison(OverloadedOperator::Equal));
        });
        let signature = self.types.function_of(self.entities[function].ty).cloned();
        if let Some(mut signature) = signature {
            signature.cv = crate::ty::Cv::CONST;
            self.entities[function].ty = self.types.function(signature);
        }
        let member = Member {
            decl: DeclId::reserved_value(),
            order: self.entities[source].order,
            seen_from: self.entities[source].order,
            c_linkage: false,
            state: MemberState::Done(smallvec::smallvec![Entity::Function(function)]),
        };
        self.entities[class].members.insert(equal, smallvec::smallvec![member]);
    }

    /// The class that a defaulted friend comparison takes.
    pub(super) fn compared_class(&self, function: FunctionId) -> Option<ClassId> {
        let param = self.entities[function].params.first()?;
        self.types.class_of(self.types.strip_cvref(param.ty))
    }

    fn default_constructor(&mut self, class: ClassId, span: Span) -> Check<Vec<Initializer>> {
        let mut initializers = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let ty = self.entities[class].bases[index].ty;
            let value = self.making_base(ty, |cx| cx.default_initialize(ty, span))?;
            initializers.push(Initializer { target: InitializerTarget::Base(index as u32), value });
        }
        self.default_fields(class, span, &mut initializers)?;
        Ok(initializers)
    }

    /// The parameter of a copy or move operation as the object it refers to.
    fn source_object(
        &mut self,
        function: FunctionId,
        category: ValueCategory,
        span: Span,
    ) -> Check<ExprId> {
        let param = self.entities[function].params.first().ok_or(Reported)?;
        let local = param.local;
        let ty = self.types.strip_ref(self.typed.locals[local].ty);
        Ok(self.typed.expr(ExprKind::Local(local), ty, category, span))
    }

    /// [class.copy.ctor]/14
    fn memberwise_copy(
        &mut self,
        function: FunctionId,
        class: ClassId,
        category: ValueCategory,
        span: Span,
    ) -> Check<Vec<Initializer>> {
        let source = self.source_object(function, category, span)?;
        let mut initializers = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].clone();
            let part = self.base_along(source, &[index as u32]);
            let value = self.making_base(base.ty, |cx| {
                cx.initialize(base.ty, Operand::Expr(part), Form::Direct, span)
            })?;
            initializers.push(Initializer { target: InitializerTarget::Base(index as u32), value });
        }
        for index in 0..self.entities[class].fields.len() as u32 {
            let ty = self.entities[class].fields[index as usize].ty;
            let part = self.field(source, class, index, span)?;
            let value = self.copied_part(ty, part, Form::Direct, span)?;
            initializers.push(Initializer { target: InitializerTarget::Field(index), value });
        }
        Ok(initializers)
    }

    /// An object of type `ty` from `part` of another one; an array element by element.
    pub(super) fn copied_part(
        &mut self,
        ty: Ty,
        part: ExprId,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let value = self.types.unqualified(ty);
        if let TyKind::RRef(_) = self.types.kind(ty) {
            let mut node = self.typed.exprs[part].clone();
            node.category = ValueCategory::XValue;
            let part = self.typed.exprs.push(node);
            return self.initialize(ty, Operand::Expr(part), form, span);
        }
        let TyKind::Array(elem, ArrayLen::Known(len)) = *self.types.kind(value) else {
            return self.initialize(ty, Operand::Expr(part), form, span);
        };
        let mut inner = elem;
        while let TyKind::Array(next, _) = *self.types.kind(inner) {
            inner = next;
        }
        let is_trivial = match self.types.class_of(inner) {
            Some(class) => self.special_members(class).trivially_copyable,
            None => true,
        };
        if is_trivial {
            return Ok(self.typed.prvalue(ExprKind::Load(part), value, span));
        }
        if len.max(self.scalar_count(value)) > MAX_COPIED_SCALARS {
            let shown = self.show(value);
            let message = format!("`{shown}` is too long to be copied element by element");
            self.error(codes::OBJECT_LIMIT, span, message);
            return Err(Reported);
        }
        let mut elements = Vec::new();
        for index in 0..len {
            let index = self.constant(Value::Int(index.into()), Ty::SIZE, span);
            let element = self.builtin_subscript(part, index, span)?;
            elements.push(self.copied_part(elem, element, form, span)?);
        }
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, value, span))
    }

    /// [class.copy.assign]/12
    fn memberwise_assignment(
        &mut self,
        function: FunctionId,
        class: ClassId,
        category: ValueCategory,
        span: Span,
    ) -> Check<Vec<StmtId>> {
        let source = self.source_object(function, category, span)?;
        let this = self.this_pointer(class, crate::ty::Cv::NONE, span);
        let target = self.deref(this, span)?;
        let scope = self.entities[function].scope;
        let mut list = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let way = [index as u32];
            let (to, from) = (self.base_along(target, &way), self.base_along(source, &way));
            self.assign_part(scope, to, from, span, &mut list)?;
        }
        for index in 0..self.entities[class].fields.len() as u32 {
            let to = self.field(target, class, index, span)?;
            let from = self.field(source, class, index, span)?;
            self.assign_part(scope, to, from, span, &mut list)?;
        }
        list.push(self.typed.stmt(StmtKind::Return(Some(target)), span));
        Ok(list)
    }

    fn assign_part(
        &mut self,
        scope: crate::scope::ScopeId,
        to: ExprId,
        from: ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<()> {
        let ty = self.types.unqualified(self.typed.exprs[to].ty);
        let expr = if let TyKind::Array(..) = self.types.kind(ty) {
            let value = self.copied_part(ty, from, Form::Direct, span)?;
            self.typed.lvalue(ExprKind::Assign { target: to, value }, ty, span)
        } else {
            let (to, from) = (Operand::Expr(to), Operand::Expr(from));
            Checker::new(self, scope).assign_operands(None, span, to, from, span)?
        };
        let kind = StmtKind::Expr { expr, hints: Default::default() };
        list.push(self.typed.stmt(kind, span));
        Ok(())
    }

    /// Both operands of a defaulted comparison.
    fn compared_objects(
        &mut self,
        function: FunctionId,
        class: ClassId,
        span: Span,
    ) -> Check<(ExprId, ExprId)> {
        let locals: Vec<_> =
            self.entities[function].params.iter().map(|param| param.local).collect();
        let param = |cx: &mut Self, index: usize| -> Check<ExprId> {
            let local = *locals.get(index).ok_or(Reported)?;
            let ty = cx.types.strip_ref(cx.typed.locals[local].ty);
            Ok(cx.typed.lvalue(ExprKind::Local(local), ty, span))
        };
        if self.has_object_parameter(function) {
            let this = self.this_pointer(class, crate::ty::Cv::CONST, span);
            let lhs = self.deref(this, span)?;
            Ok((lhs, param(self, 0)?))
        } else {
            Ok((param(self, 0)?, param(self, 1)?))
        }
    }

    /// [class.eq], [class.spaceship], [class.compare.secondary]
    fn comparison_body(
        &mut self,
        function: FunctionId,
        class: ClassId,
        op: OverloadedOperator,
        span: Span,
    ) -> Check<Vec<StmtId>> {
        let (lhs, rhs) = self.compared_objects(function, class, span)?;
        match op {
            OverloadedOperator::Equal => self.equality_body(function, class, lhs, rhs, span),
            OverloadedOperator::Spaceship => self.three_way_body(function, class, lhs, rhs, span),
            _ => {
                let through = match op {
                    OverloadedOperator::NotEqual => BinaryOp::Equal,
                    _ => BinaryOp::Spaceship,
                };
                let scope = self.entities[function].scope;
                let (lhs, rhs) = (Operand::Expr(lhs), Operand::Expr(rhs));
                let result =
                    Checker::new(self, scope).binary_operands(through, span, lhs, rhs, span)?;
                let value = match op {
                    OverloadedOperator::NotEqual => self.not(result, span),
                    _ => {
                        let zero = self.constant(Value::Int(0), Ty::INT, span);
                        self.check.zero_literals.insert(zero);
                        let op = match op {
                            OverloadedOperator::Less => BinaryOp::Less,
                            OverloadedOperator::Greater => BinaryOp::Greater,
                            OverloadedOperator::LessEqual => BinaryOp::LessEqual,
                            _ => BinaryOp::GreaterEqual,
                        };
                        let (lhs, rhs) = (Operand::Expr(result), Operand::Expr(zero));
                        Checker::new(self, scope).binary_operands(op, span, lhs, rhs, span)?
                    }
                };
                Ok(vec![self.typed.stmt(StmtKind::Return(Some(value)), span)])
            }
        }
    }

    /// The corresponding parts of two objects: bases, fields, elements of arrays.
    fn compared_parts(
        &mut self,
        class: ClassId,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Check<Vec<(ExprId, ExprId)>> {
        let mut parts = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let way = [index as u32];
            parts.push((self.base_along(lhs, &way), self.base_along(rhs, &way)));
        }
        for index in 0..self.entities[class].fields.len() as u32 {
            let (a, b) =
                (self.field(lhs, class, index, span)?, self.field(rhs, class, index, span)?);
            self.compared_elements(a, b, span, &mut parts)?;
        }
        Ok(parts)
    }

    fn compared_elements(
        &mut self,
        a: ExprId,
        b: ExprId,
        span: Span,
        parts: &mut Vec<(ExprId, ExprId)>,
    ) -> Check<()> {
        let ty = self.typed.exprs[a].ty;
        let TyKind::Array(_, ArrayLen::Known(len)) = *self.types.kind(ty) else {
            parts.push((a, b));
            return Ok(());
        };
        if len.max(self.scalar_count(ty)) > MAX_COPIED_SCALARS {
            let message = format!("`{}` is too long to be compared", self.show(ty));
            self.error(codes::OBJECT_LIMIT, span, message);
            return Err(Reported);
        }
        for index in 0..len {
            let index = self.constant(Value::Int(index.into()), Ty::SIZE, span);
            let x = self.builtin_subscript(a, index, span)?;
            let y = self.builtin_subscript(b, index, span)?;
            self.compared_elements(x, y, span, parts)?;
        }
        Ok(())
    }

    fn equality_body(
        &mut self,
        function: FunctionId,
        class: ClassId,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Check<Vec<StmtId>> {
        let scope = self.entities[function].scope;
        let mut all: Option<ExprId> = None;
        for (a, b) in self.compared_parts(class, lhs, rhs, span)? {
            let (a, b) = (Operand::Expr(a), Operand::Expr(b));
            let same =
                Checker::new(self, scope).binary_operands(BinaryOp::Equal, span, a, b, span)?;
            let same = self.initialize(Ty::BOOL, Operand::Expr(same), Form::Direct, span)?;
            all = Some(match all {
                None => same,
                Some(before) => {
                    let op = crate::typed::LogicalOp::And;
                    let kind = ExprKind::Logical { op, lhs: before, rhs: same };
                    self.typed.prvalue(kind, Ty::BOOL, span)
                }
            });
        }
        let value = match all {
            Some(value) => value,
            None => self.constant(Value::bool(true), Ty::BOOL, span),
        };
        Ok(vec![self.typed.stmt(StmtKind::Return(Some(value)), span)])
    }

    fn three_way_body(
        &mut self,
        function: FunctionId,
        class: ClassId,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Check<Vec<StmtId>> {
        let scope = self.entities[function].scope;
        let mut steps = Vec::new();
        for (a, b) in self.compared_parts(class, lhs, rhs, span)? {
            let (a, b) = (Operand::Expr(a), Operand::Expr(b));
            steps.push(Checker::new(self, scope).binary_operands(
                BinaryOp::Spaceship,
                span,
                a,
                b,
                span,
            )?);
        }
        let declared =
            self.types.function_of(self.entities[function].ty).map(|ty| ty.ret).ok_or(Reported)?;
        let ret = if self.types.has_placeholder(declared) {
            let ret = self.common_category(&steps, span)?;
            self.set_return_type(function, ret);
            ret
        } else {
            declared
        };
        let mut list = Vec::new();
        for step in steps {
            let ty = self.types.strip_cv(self.typed.exprs[step].ty);
            let init = self.initialize(ty, Operand::Expr(step), Form::Copy, span)?;
            let local = self.typed.local(None, ty, span);
            list.push(self.typed.stmt(StmtKind::Local { local, init }, span));
            let order = self.typed.lvalue(ExprKind::Local(local), ty, span);
            let zero = self.constant(Value::Int(0), Ty::INT, span);
            self.check.zero_literals.insert(zero);
            let (a, b) = (Operand::Expr(order), Operand::Expr(zero));
            let differs =
                Checker::new(self, scope).binary_operands(BinaryOp::NotEqual, span, a, b, span)?;
            let condition =
                self.initialize(Ty::BOOL, Operand::Expr(differs), Form::Direct, span)?;
            let order = self.typed.lvalue(ExprKind::Local(local), ty, span);
            let value = self.initialize(ret, Operand::Expr(order), Form::Direct, span)?;
            let then = self.typed.stmt(StmtKind::Return(Some(value)), span);
            list.push(self.typed.stmt(StmtKind::If { condition, then, otherwise: None }, span));
        }
        let equal = self.ordering_member("strong_ordering", "equal", span)?;
        let equal = self.initialize(ret, Operand::Expr(equal), Form::Direct, span)?;
        list.push(self.typed.stmt(StmtKind::Return(Some(equal)), span));
        Ok(list)
    }

    /// The weakest of the comparison categories ([class.spaceship]/4).
    fn common_category(&mut self, steps: &[ExprId], span: Span) -> Check<Ty> {
        let mut weakest = "strong_ordering";
        for &step in steps {
            let class = self.types.class_of(self.typed.exprs[step].ty);
            let name = class.and_then(|class| self.entities[class].name);
            match name.map(|name| self.text(name)) {
                Some("partial_ordering") => weakest = "partial_ordering",
                Some("weak_ordering") if weakest == "strong_ordering" => {
                    weakest = "weak_ordering";
                }
                _ => {}
            }
        }
        let member = self.ordering_member(weakest, "less", span)?;
        Ok(self.types.strip_cv(self.typed.exprs[member].ty))
    }
}
