//! Built-in functions and intrinsics of the GNU and CUDA compilers that headers rely on: one row
//! each.

use lang::ast;
use lang::base::{Name, Span};

use super::CallSite;
use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use super::overflow::Operation;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, DeclName};
use crate::lookup::NameLookup;
use crate::scope::ScopeKind;
use crate::ty::{TemplateArg, Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind};

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident $($name:literal)+;)*) => {
        /// A function that needs no declaration.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Builtin { $($(#[$doc])* $variant),* }

        impl Builtin {
            fn named(name: &str) -> Option<Builtin> {
                match name {
                    $($($name)|+ => Some(Builtin::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

/// The intrinsics that take types besides values, and are not traits.
const WITH_TYPES: &[&str] = &["__builtin_bit_cast", "__builtin_offsetof", "offsetof"];

/// What `__has_builtin` answers.
pub fn has_builtin(name: &str) -> bool {
    Builtin::named(name).is_some() || super::traits::has_trait(name) || WITH_TYPES.contains(&name)
}

builtins! {
    IsConstantEvaluated "__builtin_is_constant_evaluated";
    Unreachable "__builtin_unreachable";
    Trap "__builtin_trap";
    /// Is its first argument.
    First "__builtin_expect" "__builtin_expect_with_probability" "__builtin_launder";
    /// Its first argument as `void*`.
    AssumeAligned "__builtin_assume_aligned";
    /// Evaluates nothing.
    Nothing "__builtin_assume";
    IsConstant "__builtin_constant_p";
    AddressOf "__builtin_addressof";
    /// Where it stands; in a default argument, where the call is that uses it ([support.srcloc.cons]/2).
    Line "__builtin_LINE";
    Column "__builtin_COLUMN";
    File "__builtin_FILE";
    Function "__builtin_FUNCTION";
    /// The number of the element that the expansion around it is at.
    IntegerPack "__integer_pack";
    /// Whether the result does not fit where it is stored.
    AddOverflow "__builtin_add_overflow"
        "__builtin_sadd_overflow" "__builtin_saddl_overflow" "__builtin_saddll_overflow"
        "__builtin_uadd_overflow" "__builtin_uaddl_overflow" "__builtin_uaddll_overflow";
    SubOverflow "__builtin_sub_overflow"
        "__builtin_ssub_overflow" "__builtin_ssubl_overflow" "__builtin_ssubll_overflow"
        "__builtin_usub_overflow" "__builtin_usubl_overflow" "__builtin_usubll_overflow";
    MulOverflow "__builtin_mul_overflow"
        "__builtin_smul_overflow" "__builtin_smull_overflow" "__builtin_smulll_overflow"
        "__builtin_umul_overflow" "__builtin_umull_overflow" "__builtin_umulll_overflow";
}

impl<'a> Checker<'_, 'a> {
    /// An intrinsic whose arguments may be types.
    pub fn builtin(
        &mut self,
        name: ast::Ident,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Check<ExprId> {
        let scope = self.scope;
        match self.text(name.name) {
            "__builtin_bit_cast" => self.bit_cast(args, span),
            "__builtin_offsetof" | "offsetof" => self.offsetof(args, span),
            crate::source_name::MEMBERS => self.members(args, span),
            crate::source_name::ADDRESS => self.address_of_element(args, span),
            _ => match self.type_trait(scope, name.name, args, span)? {
                Some((value, ty)) => Ok(self.constant(value, ty, span)),
                None => {
                    let message = format!("`{}` is not supported", self.text(name.name));
                    self.error(codes::UNSUPPORTED, name.span, message);
                    Err(Reported)
                }
            },
        }
    }

    /// `__builtin_bit_cast(T, e)` ([bit.cast])
    fn bit_cast(&mut self, args: &'a [ast::TemplateArg], span: Span) -> Check<ExprId> {
        let [to, from] = args else { return self.wrong_arguments("__builtin_bit_cast", span) };
        let to = self.type_argument(to)?;
        let from = self.expr_argument(from)?;
        let value = self.load(from);
        let source = self.typed.exprs[value].ty;
        let ((a, _), (b, _)) = (self.measure(to, span)?, self.measure(source, span)?);
        for ty in [to, source] {
            let class = self.types.class_of(self.element_of(ty));
            if class.is_some_and(|class| !self.special_members(class).trivially_copyable) {
                let message = format!(
                    "`__builtin_bit_cast` of `{}`, which is not trivially copyable",
                    self.show(ty)
                );
                self.error(codes::INVALID_CAST, span, message);
                return Err(Reported);
            }
        }
        if a != b {
            let message = format!(
                "`{}` has {b} bytes, `{}` has {a}: no bit_cast",
                self.show(source),
                self.show(to)
            );
            self.error(codes::INVALID_CAST, span, message);
            return Err(Reported);
        }
        let value = match self.types.class_of(source) {
            Some(_) if self.typed.exprs[value].category.is_glvalue() => {
                let plain = self.types.strip_cv(source);
                self.typed.prvalue(ExprKind::Load(value), plain, span)
            }
            _ => value,
        };
        Ok(self.typed.prvalue(ExprKind::BitCast(value), to, span))
    }

    /// An array or an object of class type by its elements or its bases and members, the rest zero,
    /// whatever constructors and default member initialisers the class has: the value of a template
    /// argument as its symbol spells it ([`crate::source_name`]).
    fn members(&mut self, args: &'a [ast::TemplateArg], span: Span) -> Check<ExprId> {
        let Some((ty, args)) = args.split_first() else {
            return self.wrong_arguments(crate::source_name::MEMBERS, span);
        };
        let ty = self.type_argument(ty)?;
        self.members_of(ty, args, span)
    }

    fn members_of(&mut self, ty: Ty, args: &'a [ast::TemplateArg], span: Span) -> Check<ExprId> {
        let ty = self.types.unqualified(ty);
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let mut given = args.iter();
        let mut elements = Vec::new();
        let mut filler = None;
        match *self.types.kind(ty) {
            TyKind::Array(elem, _) => {
                for arg in given.by_ref() {
                    elements.push(self.part_of_value(elem, arg)?);
                }
                filler = Some(self.typed.prvalue(ExprKind::Zero, elem, span));
            }
            TyKind::Class(class) if self.is_union(class) => {
                return self.member_of_union(class, ty, args, span);
            }
            TyKind::Class(class) => {
                for index in 0..self.entities[class].bases.len() {
                    let base = self.entities[class].bases[index].ty;
                    elements.push(match given.next() {
                        Some(arg) => self.part_of_value(base, arg)?,
                        None => self.typed.prvalue(ExprKind::Zero, base, span),
                    });
                }
                for index in 0..self.entities[class].fields.len() {
                    let field = &self.entities[class].fields[index];
                    let (ty, is_unnamed) = (field.ty, field.name.is_none());
                    let is_padding = is_unnamed && field.bit_width.is_some();
                    let arg = if is_padding { None } else { given.next() };
                    elements.push(match arg {
                        Some(arg) => self.part_of_value(ty, arg)?,
                        None => self.typed.prvalue(ExprKind::Zero, ty, span),
                    });
                }
            }
            _ => {}
        }
        if given.next().is_some() {
            return self.wrong_arguments(crate::source_name::MEMBERS, span);
        }
        Ok(self.typed.prvalue(ExprKind::Aggregate { elements: elements.into(), filler }, ty, span))
    }

    /// A union by its active member: `"name", value`, the first one without a name.
    fn member_of_union(
        &mut self,
        class: ClassId,
        ty: Ty,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Check<ExprId> {
        let (field, arg) = match args {
            [] => return Ok(self.typed.prvalue(ExprKind::Zero, ty, span)),
            [arg] => (Some(0), arg),
            [name, arg] => (self.field_of_literal(class, name), arg),
            _ => return self.wrong_arguments(crate::source_name::MEMBERS, span),
        };
        let field = field.and_then(|at| Some((at, self.entities[class].fields.get(at)?.ty)));
        let Some((field, part)) = field else {
            return self.wrong_arguments(crate::source_name::MEMBERS, span);
        };
        let value = self.part_of_value(part, arg)?;
        Ok(self.typed.prvalue(ExprKind::Union { field: field as u32, value }, ty, span))
    }

    /// The field that a string literal names.
    fn field_of_literal(&self, class: ClassId, arg: &ast::TemplateArg) -> Option<usize> {
        let ast::TemplateArgKind::Expr(expr) = arg.kind else { return None };
        let ast::ExprKind::Literal(ast::Literal::String { units, .. }) = &self.ast[expr].kind
        else {
            return None;
        };
        let text: String = units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
        let is_named = |name: Name| self.text(name) == text;
        self.entities[class].fields.iter().position(|field| field.name.is_some_and(is_named))
    }

    /// A pointer, one to an array as one to its first element.
    fn address_of_element(&mut self, args: &'a [ast::TemplateArg], span: Span) -> Check<ExprId> {
        let [pointer] = args else {
            return self.wrong_arguments(crate::source_name::ADDRESS, span);
        };
        let pointer = self.expr_argument(pointer)?;
        let array = self.types.pointee(self.typed.exprs[pointer].ty);
        match array.filter(|array| matches!(self.types.kind(*array), TyKind::Array(..))) {
            Some(array) => {
                let object = self.typed.lvalue(ExprKind::Deref(pointer), array, span);
                Ok(self.load(object))
            }
            None => Ok(pointer),
        }
    }

    fn part_of_value(&mut self, ty: Ty, arg: &'a ast::TemplateArg) -> Check<ExprId> {
        // Of a class without a name.
        if let ast::TemplateArgKind::Expr(expr) = arg.kind
            && let ast::ExprKind::Intrinsic { name, args } = &self.ast[expr].kind
            && self.text(name.name) == crate::source_name::MEMBERS
            && let Some((class, args)) = args.split_first()
            && self.type_argument(class)? == Ty::VOID
        {
            return self.members_of(ty, args, arg.span);
        }
        let value = self.expr_argument(arg)?;
        let plain = self.types.unqualified(ty);
        if self.typed.exprs[value].ty == plain && !self.typed.exprs[value].category.is_glvalue() {
            return Ok(value);
        }
        self.initialize(ty, Operand::Expr(value), Form::Copy, arg.span)
    }

    /// `__builtin_offsetof(T, a.b[2])` ([support.types.layout])
    fn offsetof(&mut self, args: &'a [ast::TemplateArg], span: Span) -> Check<ExprId> {
        let [ty, member] = args else { return self.wrong_arguments("offsetof", span) };
        let mut at = self.type_argument(ty)?;
        let ast::TemplateArgKind::Expr(member) = member.kind else {
            return self.wrong_arguments("offsetof", span);
        };
        // The designator, innermost name first.
        let mut path = Vec::new();
        let mut designator = member;
        loop {
            let (step, object) = match &self.ast[designator].kind {
                ast::ExprKind::Name(name) => (self.ast.simple_name(*name).map(Step::Field), None),
                ast::ExprKind::Member { object, name, .. } => {
                    (self.ast.simple_name(*name).map(Step::Field), Some(*object))
                }
                ast::ExprKind::Subscript { object, indices } => {
                    (indices.first().copied().map(Step::Element), Some(*object))
                }
                _ => (None, None),
            };
            let Some(step) = step else { return self.wrong_arguments("offsetof", span) };
            path.push(step);
            let Some(object) = object else { break };
            designator = object;
        }
        let mut offset = 0u64;
        for step in path.into_iter().rev() {
            match step {
                Step::Field(name) => {
                    if !self.require_complete(at, span) {
                        return Err(Reported);
                    }
                    let Some(class) = self.types.class_of(at) else {
                        return self.wrong_arguments("offsetof", span);
                    };
                    let fields = &self.entities[class].fields;
                    let Some(field) = fields.iter().find(|field| field.name == Some(name)) else {
                        let message =
                            format!("`{}` has no field `{}`", self.show(at), self.text(name));
                        self.error(codes::NO_MEMBER, span, message);
                        return Err(Reported);
                    };
                    if field.bit_width.is_some() {
                        let message =
                            format!("`{}` is a bit-field and has no offset", self.text(name));
                        self.error(codes::INVALID_OPERAND, span, message);
                        return Err(Reported);
                    }
                    offset += field.offset;
                    at = field.ty;
                }
                Step::Element(index) => {
                    let scope = self.scope;
                    let index = self.converted_constant(scope, index, Ty::SIZE)?;
                    let crate::ty::TyKind::Array(elem, _) = *self.types.kind(at) else {
                        return self.wrong_arguments("offsetof", span);
                    };
                    let (size, _) = self.layout(elem).ok_or(Reported)?;
                    let place = index.as_int().and_then(|index| u64::try_from(index).ok());
                    let bytes =
                        place.and_then(|place| size.checked_mul(place)?.checked_add(offset));
                    let Some(bytes) = bytes else {
                        return self.wrong_arguments("offsetof", span);
                    };
                    offset = bytes;
                    at = elem;
                }
            }
        }
        Ok(self.constant(Value::Int(offset.into()), Ty::SIZE, span))
    }

    fn type_argument(&mut self, arg: &'a ast::TemplateArg) -> Check<Ty> {
        let scope = self.scope;
        let list = self.resolve_operands(scope, std::slice::from_ref(arg)).ok_or(Reported)?;
        match list.as_slice() {
            [TemplateArg::Type(ty)] if !self.types.is_error(*ty) => Ok(*ty),
            _ => self.wrong_arguments("the intrinsic", arg.span),
        }
    }

    fn expr_argument(&mut self, arg: &'a ast::TemplateArg) -> Check<ExprId> {
        match arg.kind {
            ast::TemplateArgKind::Expr(expr) => self.expr(expr),
            ast::TemplateArgKind::Unresolved(name) => {
                let operand = self.name(name)?;
                self.designated(operand)
            }
            _ => self.wrong_arguments("the intrinsic", arg.span),
        }
    }

    fn wrong_arguments<T>(&mut self, name: &str, span: Span) -> Check<T> {
        let message = format!("`{name}` does not take such arguments");
        self.error(codes::INVALID_OPERAND, span, message);
        Err(Reported)
    }

    /// A call of a function that lookup does not know; `None` when it is not a built-in either.
    pub fn builtin_function(
        &mut self,
        lookup: &NameLookup<'a>,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Option<Check<ExprId>> {
        let DeclName::Identifier(name) = lookup.name else { return None };
        let name = self.text(name);
        let builtin = Builtin::named(name)?;
        let operation = match builtin {
            Builtin::AddOverflow => Some(Operation::Add),
            Builtin::SubOverflow => Some(Operation::Sub),
            Builtin::MulOverflow => Some(Operation::Mul),
            _ => None,
        };
        if let Some(operation) = operation {
            let name = name.to_owned();
            return Some(self.with_overflow(&name, operation, args, span));
        }
        Some(self.call_builtin(builtin, args, span))
    }

    fn call_builtin(
        &mut self,
        builtin: Builtin,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        match builtin {
            Builtin::IsConstantEvaluated => {
                Ok(self.typed.prvalue(ExprKind::IsConstantEvaluated, Ty::BOOL, span))
            }
            Builtin::Trap => Ok(self.typed.prvalue(ExprKind::Trap, Ty::VOID, span)),
            Builtin::Unreachable => Ok(self.typed.prvalue(ExprKind::Unreachable, Ty::VOID, span)),
            Builtin::IntegerPack => {
                let index =
                    self.scopes.chain(self.scope).find_map(|id| match self.scopes[id].kind {
                        ScopeKind::Expansion { index } => Some(index),
                        _ => None,
                    });
                let index = index.ok_or(Reported)?;
                Ok(self.constant(Value::Int(index.into()), Ty::SIZE, span))
            }
            Builtin::Line | Builtin::Column | Builtin::File | Builtin::Function => {
                let own = CallSite { span, scope: Some(self.scope) };
                let site = self.check.default_argument_site.unwrap_or(own);
                let (path, at) = match self.unit.sources.presumed(site.span.lo) {
                    Some((path, at)) => (path.clone(), at),
                    None => return Err(Reported),
                };
                match builtin {
                    Builtin::Line => Ok(self.constant(Value::Int(at.line.into()), Ty::INT, span)),
                    Builtin::Column => Ok(self.constant(Value::Int(at.col.into()), Ty::INT, span)),
                    Builtin::File => self.text_pointer(&path, span),
                    _ => {
                        let name = site.scope.map_or(String::new(), |id| self.function_name(id));
                        self.text_pointer(&name, span)
                    }
                }
            }
            Builtin::First
            | Builtin::AssumeAligned
            | Builtin::Nothing
            | Builtin::IsConstant
            | Builtin::AddressOf
            | Builtin::AddOverflow
            | Builtin::SubOverflow
            | Builtin::MulOverflow => {
                let operands = self.operands(args)?;
                let Some(Operand::Expr(first)) = operands.into_iter().next() else {
                    return self.wrong_arguments("the built-in function", span);
                };
                match builtin {
                    Builtin::Nothing => Ok(self.typed.prvalue(ExprKind::Zero, Ty::VOID, span)),
                    Builtin::IsConstant => {
                        let known = self.constant_of(first).is_some();
                        Ok(self.constant(Value::Int(known.into()), Ty::INT, span))
                    }
                    Builtin::AddressOf => {
                        let ty = self.typed.exprs[first].ty;
                        let pointer = self.types.pointer(ty);
                        Ok(self.typed.prvalue(ExprKind::AddressOf(first), pointer, span))
                    }
                    Builtin::AssumeAligned => {
                        let pointer = self.types.pointer(Ty::VOID);
                        let constant = self.types.add_const(Ty::VOID);
                        let constant = self.types.pointer(constant);
                        let value =
                            self.initialize(constant, Operand::Expr(first), Form::Copy, span)?;
                        let kind = ExprKind::Convert {
                            kind: ConvertKind::PointerToPointer,
                            operand: value,
                        };
                        Ok(self.typed.prvalue(kind, pointer, span))
                    }
                    _ => Ok(self.load(first)),
                }
            }
        }
    }
}

impl Checker<'_, '_> {
    /// A `const char*` to the text.
    fn text_pointer(&mut self, text: &str, span: Span) -> Check<ExprId> {
        let text = self.string(text.bytes().map(u32::from), Ty::CHAR, span);
        let constant = self.types.add_const(Ty::CHAR);
        let pointer = self.types.pointer(constant);
        self.initialize(pointer, Operand::Expr(text), Form::Copy, span)
    }
}

/// One step of a member designator.
enum Step {
    Field(lang::base::Name),
    Element(ast::ExprId),
}
