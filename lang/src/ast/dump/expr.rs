//! Expressions in line, in prefix form.

use super::{Dumper, push_words};
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn expr_list(&self, exprs: &[ExprId]) -> String {
        let exprs: Vec<String> = exprs.iter().map(|&e| self.expr(e)).collect();
        format!("({})", exprs.join(", "))
    }

    fn with_args(&self, head: &str, first: String, args: &[ExprId]) -> String {
        let mut text = format!("({head} {first}");
        for &arg in args {
            text.push(' ');
            text.push_str(&self.expr(arg));
        }
        text.push(')');
        text
    }

    pub(super) fn expr(&self, id: ExprId) -> String {
        match &self.ast[id].kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::UserLiteral(user) => {
                format!("{}{}", self.literal(&user.literal), self.ident(user.suffix))
            }
            ExprKind::Name(name) => self.name(*name),
            ExprKind::This => "this".to_owned(),
            ExprKind::Paren(e) => format!("(paren {})", self.expr(*e)),
            ExprKind::Unary { op, operand } => {
                let fix = if op.is_postfix() { "post" } else { "" };
                format!("({fix}{} {})", op.text(), self.expr(*operand))
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                format!("({} {} {})", op.text(), self.expr(*lhs), self.expr(*rhs))
            }
            ExprKind::Assign { op, lhs, rhs, .. } => {
                let op = op.map_or("", BinaryOp::text);
                format!("({op}= {} {})", self.expr(*lhs), self.expr(*rhs))
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = self.expr(*cond);
                let then = then.map_or_else(|| cond.clone(), |then| self.expr(then));
                format!("(? {cond} {then} {})", self.expr(*otherwise))
            }
            ExprKind::Call { callee, args } => self.with_args("call", self.expr(*callee), args),
            ExprKind::Launch { callee, config, args } => {
                let config = self.expr_list(config);
                self.with_args(&format!("launch{config}"), self.expr(*callee), args)
            }
            ExprKind::Subscript { object, indices } => {
                self.with_args("index", self.expr(*object), indices)
            }
            ExprKind::Member { object, arrow, name } => {
                let op = if *arrow { "->" } else { "." };
                format!("({op} {} {})", self.expr(*object), self.name(*name))
            }
            ExprKind::InitList(list) => self.init_list(list),
            ExprKind::Construct { ty, init } => {
                format!("(new-value {}{})", self.ty(*ty), self.initializer(init))
            }
            ExprKind::CStyleCast { ty, operand } => {
                format!("(cast {} {})", self.ty(*ty), self.expr(*operand))
            }
            ExprKind::NamedCast { kind, ty, operand } => {
                let kind = match kind {
                    NamedCast::Static => "static_cast",
                    NamedCast::Const => "const_cast",
                    NamedCast::Reinterpret => "reinterpret_cast",
                    NamedCast::Dynamic => "dynamic_cast",
                };
                format!("({kind} {} {})", self.ty(*ty), self.expr(*operand))
            }
            ExprKind::Sizeof(operand) => format!("(sizeof {})", self.type_or_expr(*operand)),
            ExprKind::SizeofPack(pack) => format!("(sizeof... {})", self.ident(*pack)),
            ExprKind::Alignof(operand) => format!("(alignof {})", self.type_or_expr(*operand)),
            ExprKind::Typeid(operand) => format!("(typeid {})", self.type_or_expr(*operand)),
            ExprKind::Noexcept(e) => format!("(noexcept {})", self.expr(*e)),
            ExprKind::New(new) => {
                let placement = if new.placement.is_empty() {
                    String::new()
                } else {
                    format!(" placement{}", self.expr_list(&new.placement))
                };
                format!("(new{placement} {}{})", self.ty(new.ty), self.initializer(&new.init))
            }
            ExprKind::Delete { array, operand, .. } => {
                format!("(delete{} {})", if *array { "[]" } else { "" }, self.expr(*operand))
            }
            ExprKind::Throw(None) => "(throw)".to_owned(),
            ExprKind::Throw(Some(e)) => format!("(throw {})", self.expr(*e)),
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Fold(fold) => self.fold(fold),
            ExprKind::PackExpansion(e) => format!("{}...", self.expr(*e)),
            ExprKind::Requires(requires) => self.requires(requires),
            ExprKind::Intrinsic { name, args } => {
                let args: Vec<String> = args.iter().map(|arg| self.template_arg(arg)).collect();
                format!("({} {})", self.ident(*name), args.join(" "))
            }
            ExprKind::FunctionName(name) => self.interner.text(*name).to_owned(),
            ExprKind::Statement(stmt) => self.inline_stmt("statement", *stmt),
            ExprKind::Error => "<error>".to_owned(),
        }
    }

    fn type_or_expr(&self, operand: TypeOrExpr) -> String {
        match operand {
            TypeOrExpr::Type(ty) => format!("type {}", self.ty(ty)),
            TypeOrExpr::Expr(e) => self.expr(e),
        }
    }

    fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Integer(int) => {
                let suffix = match int.ty {
                    IntType::Int => "",
                    IntType::UnsignedInt => "u",
                    IntType::Long => "l",
                    IntType::UnsignedLong => "ul",
                    IntType::LongLong => "ll",
                    IntType::UnsignedLongLong => "ull",
                };
                format!("{}{suffix}", int.value)
            }
            Literal::Floating(float) => {
                let suffix = match float.suffix {
                    FloatSuffix::None => "",
                    FloatSuffix::F => "f",
                    FloatSuffix::L => "l",
                };
                format!("{:?}{suffix}", float.as_f64)
            }
            Literal::Character { value, encoding, .. } => {
                format!("{}'{value}'", encoding_text(*encoding))
            }
            Literal::String { units, encoding } => {
                let text: String = units
                    .iter()
                    .map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                format!("{}{text:?}", encoding_text(*encoding))
            }
            Literal::Bool(value) => value.to_string(),
            Literal::Nullptr => "nullptr".to_owned(),
        }
    }

    /// With a space before it, or nothing.
    pub(super) fn initializer(&self, init: &Initializer) -> String {
        match init {
            Initializer::None => String::new(),
            Initializer::Copy(e) => format!(" = {}", self.expr(*e)),
            Initializer::Paren { args, .. } => format!(" {}", self.expr_list(args)),
            Initializer::List(e) => format!(" {}", self.expr(*e)),
        }
    }

    fn init_list(&self, list: &InitList) -> String {
        let items: Vec<String> = list
            .items
            .iter()
            .map(|item| {
                let mut text = String::new();
                for designator in &item.designators {
                    match designator {
                        Designator::Field(field) => {
                            text.push('.');
                            text.push_str(self.ident(*field));
                        }
                        Designator::Index(e) => text.push_str(&format!("[{}]", self.expr(*e))),
                    }
                }
                if !text.is_empty() {
                    text.push_str(" = ");
                }
                text.push_str(&self.expr(item.value));
                text
            })
            .collect();
        format!("{{{}}}", items.join(", "))
    }

    fn fold(&self, fold: &FoldExpr) -> String {
        let op = match fold.op {
            FoldOp::Binary(op) => op.text().to_owned(),
            FoldOp::Assign(op) => format!("{}=", op.map_or("", BinaryOp::text)),
        };
        let side = |e: Option<ExprId>| e.map_or("_".to_owned(), |e| self.expr(e));
        format!("(fold {op} {} {})", side(fold.lhs), side(fold.rhs))
    }

    fn lambda(&self, lambda: &LambdaExpr) -> String {
        let mut captures = Vec::new();
        match lambda.default_capture {
            Some(CaptureDefault::ByCopy) => captures.push("=".to_owned()),
            Some(CaptureDefault::ByReference) => captures.push("&".to_owned()),
            None => {}
        }
        for capture in &lambda.captures {
            let mut text = match &capture.kind {
                CaptureKind::Name { ident, by_reference } => {
                    format!("{}{}", if *by_reference { "&" } else { "" }, self.ident(*ident))
                }
                CaptureKind::Init { decl, by_reference } => {
                    let by = if *by_reference { "&" } else { "" };
                    match &self.ast[*decl].kind {
                        DeclKind::Variable(variable) => format!(
                            "{by}{}{}",
                            self.name(variable.name),
                            self.initializer(&variable.init)
                        ),
                        _ => "<error>".to_owned(),
                    }
                }
                CaptureKind::This => "this".to_owned(),
                CaptureKind::StarThis => "*this".to_owned(),
            };
            if capture.is_pack {
                text.push_str("...");
            }
            captures.push(text);
        }
        let mut text = format!("(lambda [{}]", captures.join(", "));
        if !lambda.template_params.is_empty() {
            text.push(' ');
            text.push_str(&self.template_params(&lambda.template_params));
        }
        if let Some(e) = lambda.template_requires {
            text.push_str(&format!(" requires {}", self.expr(e)));
        }
        push_words(&mut text, lambda.specs.words());
        text.push_str(&self.attrs(&lambda.attrs));
        text.push(' ');
        text.push_str(&self.function_type(&lambda.ty));
        if let Some(e) = lambda.requires {
            text.push_str(&format!(" requires {}", self.expr(e)));
        }
        if let BodyState::Parsed(body) = &self.ast[lambda.body].state {
            text.push(' ');
            text.push_str(&self.inline_stmt("body", body.block));
        }
        text.push(')');
        text
    }

    fn requires(&self, requires: &RequiresExpr) -> String {
        let params: Vec<String> = requires.params.iter().map(|&param| self.param(param)).collect();
        let mut text = format!("(requires ({})", params.join(", "));
        for requirement in &requires.requirements {
            let one = match &requirement.kind {
                RequirementKind::Simple(e) => format!("{{{}}}", self.expr(*e)),
                RequirementKind::Type(ty) => format!("{{type {}}}", self.ty(*ty)),
                RequirementKind::Compound { expr, noexcept, constraint } => {
                    let mut one = format!("{{compound {}", self.expr(*expr));
                    if *noexcept {
                        one.push_str(" noexcept");
                    }
                    if let Some(constraint) = constraint {
                        one.push_str(" -> ");
                        one.push_str(&self.name(constraint.concept));
                    }
                    one.push('}');
                    one
                }
                RequirementKind::Nested(e) => format!("{{requires {}}}", self.expr(*e)),
            };
            text.push(' ');
            text.push_str(&one);
        }
        text.push(')');
        text
    }
}

fn encoding_text(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Ordinary => "",
        Encoding::Wide => "L",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
    }
}
