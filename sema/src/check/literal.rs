//! Literals ([lex.literal], [expr.prim.literal]) and user-defined ones ([over.literal]).

use lang::ast::{self, Encoding, FloatSuffix, Literal};
use lang::base::{Applicability, Span};

use super::expr::Checker;
use super::operand::{Check, Operand, OverloadSet, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::{Address, Value};
use crate::entity::{DeclName, Entity, TemplateKind};
use crate::ty::{TemplateArg, Ty};
use crate::typed::{ExprId, ExprKind};

impl<'a> Checker<'_, 'a> {
    pub fn literal(&mut self, literal: &'a Literal, span: Span) -> Check<ExprId> {
        Ok(match literal {
            Literal::Integer(literal) => {
                let ty = integer_type(literal.ty);
                let expr = self.constant(Value::Int(literal.value.into()), ty, span);
                if literal.value == 0 {
                    self.check.zero_literals.insert(expr);
                }
                expr
            }
            Literal::Floating(literal) => {
                let (bits, ty) = match literal.suffix {
                    FloatSuffix::F => (u64::from(literal.as_f32.to_bits()), Ty::FLOAT),
                    FloatSuffix::None => (literal.as_f64.to_bits(), Ty::DOUBLE),
                    FloatSuffix::L => (literal.as_f64.to_bits(), Ty::LONG_DOUBLE),
                };
                self.constant(Value::Float(bits), ty, span)
            }
            Literal::Character { value, encoding, is_multicharacter } => {
                let ty = if *is_multicharacter { Ty::INT } else { character_type(*encoding) };
                self.constant(Value::Int((*value).into()), ty, span)
            }
            Literal::String { units, encoding } => self.string_literal(units, *encoding, span),
            Literal::Bool(value) => self.constant(Value::bool(*value), Ty::BOOL, span),
            Literal::Nullptr => self.constant(Value::Address(Address::Null), Ty::NULLPTR, span),
        })
    }

    /// A literal with a suffix is a call of `operator""suffix` ([lex.ext]).
    pub fn user_literal(&mut self, literal: &'a ast::UserLiteral, span: Span) -> Check<ExprId> {
        let name = DeclName::Literal(literal.suffix.name);
        let scope = self.scope;
        let found = self.lookup_unqualified(scope, name);
        if found.is_empty() {
            let suffix = self.text(literal.suffix.name);
            let message = format!(
                "`{suffix}` is not a suffix of a literal: no `operator\"\"{suffix}` is declared here"
            );
            let mut diagnostic = lang::base::Diagnostic::new(codes::UNDECLARED_NAME, span, message);
            let function = self.scopes.enclosing_function(scope);
            diagnostic.is_consequence =
                !self.is_tentative() && !self.check.undeclared.insert((function, name));
            let suffix = self.text(literal.suffix.name);
            if suffix == "_ic" {
                diagnostic = diagnostic.help("add `using namespace cuda::tiles::literals;`");
            }
            let text = self.unit.sources.text(span);
            if suffix.starts_with('_') && suffix.chars().all(|c| c == '_' || c.is_ascii_digit()) {
                let grouped = text.replace('_', "'");
                diagnostic = diagnostic.fix(
                    format!("`'` separates digits in C++, `{grouped}`"),
                    Applicability::Maybe,
                    span,
                    grouped,
                );
            } else if matches!(suffix, "h" | "H")
                && let Some(number) = text.strip_suffix(suffix)
            {
                diagnostic =
                    diagnostic.help(format!("`__half({number}f)` is a number of half precision"));
            }
            self.report(diagnostic);
            return Err(Reported);
        }
        let raw = self.text(literal.raw);
        let set = |entities, args| OverloadSet {
            entities,
            args,
            name,
            span,
            object: None,
            naming_class: None,
            adl: false,
            is_qualified: true,
        };
        match &literal.literal {
            Literal::Integer(value) => {
                // The cooked operator if there is one, else the raw one, else the template.
                let value = self.constant(Value::Int(value.value.into()), Ty::ULLONG, span);
                if self.has_cooked_operator(&found.entities, Ty::ULLONG) {
                    let set = set(found.entities, None);
                    return self.call_overloads(set, vec![Operand::Expr(value)], span);
                }
                self.raw_literal(&found.entities, raw, span, set)
            }
            Literal::Floating(value) => {
                let bits = value.as_f64.to_bits();
                let value = self.constant(Value::Float(bits), Ty::LONG_DOUBLE, span);
                if self.has_cooked_operator(&found.entities, Ty::LONG_DOUBLE) {
                    let set = set(found.entities, None);
                    return self.call_overloads(set, vec![Operand::Expr(value)], span);
                }
                self.raw_literal(&found.entities, raw, span, set)
            }
            Literal::String { units, encoding } => {
                let text = self.string_literal(units, *encoding, span);
                if let Some(args) = self.string_argument(&found.entities, text, span) {
                    let set = set(found.entities, Some(args));
                    return self.call_overloads(set, Vec::new(), span);
                }
                let len = self.constant(Value::Int(units.len() as i128), Ty::SIZE, span);
                let args = vec![Operand::Expr(text), Operand::Expr(len)];
                let set = set(found.entities, None);
                self.call_overloads(set, args, span)
            }
            other => {
                let value = self.literal(other, span)?;
                let set = set(found.entities, None);
                self.call_overloads(set, vec![Operand::Expr(value)], span)
            }
        }
    }

    /// The template argument that a literal operator template with one parameter takes a string
    /// for ([lex.ext]/5), when there is such a template and the string fits.
    fn string_argument(
        &mut self,
        entities: &[Entity],
        text: ExprId,
        span: Span,
    ) -> Option<crate::ty::Args> {
        let templates: Vec<_> = entities
            .iter()
            .filter_map(|entity| match *entity {
                Entity::Template(id)
                    if !self.entities[id].params.list.iter().any(|p| p.is_pack) =>
                {
                    Some(id)
                }
                _ => None,
            })
            .collect();
        let array = self.typed.exprs[text].ty;
        let pointer = self.types.pointer(array);
        let address = self.typed.prvalue(ExprKind::AddressOf(text), pointer, span);
        let value = crate::constexpr::evaluate(self, address).ok()?;
        let reference = self.types.lref(array);
        let args = self.types.args(vec![TemplateArg::Value(value, reference)]);
        let fits =
            templates.into_iter().any(|id| self.deduce_address(id, Some(args), None, span).is_ok());
        fits.then_some(args)
    }

    fn has_cooked_operator(&self, entities: &[Entity], ty: Ty) -> bool {
        entities.iter().any(|entity| match *entity {
            Entity::Function(function) => self.parameter_of(function, 0) == Some(ty),
            _ => false,
        })
    }

    /// `operator""_x("123")`, or `operator""_x<'1', '2', '3'>()`.
    fn raw_literal(
        &mut self,
        entities: &[Entity],
        raw: &str,
        span: Span,
        set: impl Fn(smallvec::SmallVec<[Entity; 2]>, Option<crate::ty::Args>) -> OverloadSet,
    ) -> Check<ExprId> {
        let is_template = |cx: &Cx<'_>, entity: &Entity| match *entity {
            Entity::Template(template) => cx.entities[template].kind == TemplateKind::Function,
            _ => false,
        };
        let (templates, functions): (Vec<Entity>, Vec<Entity>) =
            entities.iter().cloned().partition(|entity| is_template(self, entity));
        if !templates.is_empty() {
            let args = raw
                .bytes()
                .map(|byte| TemplateArg::Value(Value::Int(byte.into()), Ty::CHAR))
                .collect();
            let args = self.types.args(args);
            let set = set(templates.into_iter().collect(), Some(args));
            return self.call_overloads(set, Vec::new(), span);
        }
        let text = self.string(raw.bytes().map(u32::from), Ty::CHAR, span);
        let set = set(functions.into_iter().collect(), None);
        self.call_overloads(set, vec![Operand::Expr(text)], span)
    }
}

impl Cx<'_> {
    fn string_literal(&mut self, units: &[u32], encoding: Encoding, span: Span) -> ExprId {
        let unit = character_type(encoding);
        self.string(units.iter().copied(), unit, span)
    }
}

/// The type that the lexer chose ([lex.icon], table 8).
fn integer_type(ty: ast::IntType) -> Ty {
    match ty {
        ast::IntType::Int => Ty::INT,
        ast::IntType::UnsignedInt => Ty::UINT,
        ast::IntType::Long => Ty::LONG,
        ast::IntType::UnsignedLong => Ty::ULONG,
        ast::IntType::LongLong => Ty::LLONG,
        ast::IntType::UnsignedLongLong => Ty::ULLONG,
    }
}

fn character_type(encoding: Encoding) -> Ty {
    match encoding {
        Encoding::Ordinary => Ty::CHAR,
        Encoding::Wide => Ty::WCHAR,
        Encoding::Utf8 => Ty::CHAR8,
        Encoding::Utf16 => Ty::CHAR16,
        Encoding::Utf32 => Ty::CHAR32,
    }
}
