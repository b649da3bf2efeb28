//! Functions of fixed form: operators ([over.oper]), literal operators ([over.literal]),
//! conversion functions and destructors ([class.conv.fct], [class.dtor]).

use lang::ast::{
    Ast, BuiltinType, CaptureKind, DeclId, DeclKind, FunctionBody, FunctionDecl, FunctionKind,
    Ident, LambdaExpr, OverloadedOperator, ParamDecl, SpecFlags, TypeExprId, TypeExprKind,
    UnqualifiedId, VirtSpecs,
};
use lang::base::Diagnostic;

use super::{Place, Rules};
use crate::codes;

/// How many operands an operator function takes, the object of a member included.
enum Operands {
    Unary,
    Binary,
    UnaryOrBinary,
    /// A member function with so many arguments, or any number.
    Member(Option<usize>),
    /// Prefix, or postfix with an `int`.
    Step,
    /// Allocation and the like follow rules of their own.
    Any,
}

fn operands(op: OverloadedOperator) -> Operands {
    use OverloadedOperator::*;
    match op {
        New | Delete | NewArray | DeleteArray | CoAwait => Operands::Any,
        Call => Operands::Member(None),
        Subscript | Assign => Operands::Member(Some(1)),
        Arrow => Operands::Member(Some(0)),
        Not | BitNot => Operands::Unary,
        Plus | Minus | Star | Amp => Operands::UnaryOrBinary,
        Increment | Decrement => Operands::Step,
        ArrowStar | Comma | Slash | Percent | Caret | Pipe | Shl | Shr | PlusAssign
        | MinusAssign | StarAssign | SlashAssign | PercentAssign | CaretAssign | AmpAssign
        | PipeAssign | ShlAssign | ShrAssign | Equal | NotEqual | Less | Greater | LessEqual
        | GreaterEqual | Spaceship | AndAnd | OrOr => Operands::Binary,
    }
}

impl Rules<'_> {
    /// [basic.scope.param], [basic.scope.scope]/3
    pub(super) fn check_parameter_names(&mut self, ast: &Ast, params: &[DeclId]) {
        let names: Vec<Ident> =
            params.iter().filter_map(|&id| param(ast, id).and_then(|param| param.name)).collect();
        self.check_distinct(&names, "parameters");
    }

    /// The parameters of a function type that is not the type of a declared function or lambda: `auto` stands for no template
    /// parameter there ([dcl.spec.auto.general]/2).
    pub(super) fn check_written_parameters(&mut self, ast: &Ast, params: &[DeclId]) {
        let types = params.iter().filter_map(|&id| Some(param(ast, id)?.ty));
        if let Some(placeholder) = types.filter_map(|ty| invented(ast, ty)).next() {
            let message = "a parameter of a function type cannot be `auto`";
            let diagnostic = Diagnostic::new(codes::INVALID_TYPE, ast[placeholder].span, message)
                .help("write its type; only a function or a lambda that is declared takes `auto`");
            self.report(diagnostic);
        }
    }

    /// The parameters of a lambda, and those beside its captures ([expr.prim.lambda.capture]/5).
    pub(super) fn check_lambda_names(&mut self, ast: &Ast, lambda: &LambdaExpr) {
        let params = lambda.ty.params.iter().filter_map(|&id| param(ast, id)?.name);
        let params: Vec<Ident> = params.collect();
        self.check_distinct(&params, "parameters");
        for capture in &lambda.captures {
            let name = match capture.kind {
                CaptureKind::Name { ident, .. } => Some(ident.name),
                CaptureKind::Init { decl, .. } => match &ast[decl].kind {
                    DeclKind::Variable(variable) => ast.simple_name(variable.name),
                    _ => None,
                },
                CaptureKind::This | CaptureKind::StarThis => None,
            };
            if let Some(param) = params.iter().find(|param| Some(param.name) == name) {
                let text = self.text(param.name);
                let message = format!("`{text}` is a parameter and a capture of the lambda");
                let code = codes::CONFLICTING_DECLARATION;
                let diagnostic = Diagnostic::new(code, param.span, message)
                    .secondary(capture.span, "captured here");
                self.report(diagnostic);
            }
        }
    }

    /// [dcl.decl.general]/4
    pub(super) fn check_lambda_requires(&mut self, ast: &Ast, lambda: &LambdaExpr) {
        let is_templated = !lambda.template_params.is_empty() || !self.template_params.is_empty();
        if let (Some(requires), false) = (lambda.requires, is_templated) {
            let message = "a non-templated function cannot have a requires-clause";
            let span = ast[requires].span;
            self.report(Diagnostic::new(codes::INVALID_OPERATOR_FUNCTION, span, message));
        }
    }

    /// [class.compare.default]/1
    fn broken_default(
        &self,
        ast: &Ast,
        function: &FunctionDecl,
        op: OverloadedOperator,
    ) -> Option<String> {
        use OverloadedOperator::*;
        let is_comparison =
            matches!(op, Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual | Spaceship);
        if function.body != FunctionBody::Defaulted || !is_comparison {
            return None;
        }
        let is_member = matches!(self.place, Place::Class { .. }) && !self.is_friend;
        if is_member && !function.ty.cv.has(lang::ast::Cv::CONST) {
            return Some(format!("a defaulted `operator{}` must be a `const` member", op.text()));
        }
        let returns_other = op != Spaceship
            && function.ty.ret.is_some_and(|ret| match ast[ret].kind {
                TypeExprKind::Builtin(builtin) => builtin != BuiltinType::Bool,
                TypeExprKind::Pointer(_) | TypeExprKind::LvalueRef(_) => true,
                _ => false,
            });
        returns_other.then(|| format!("a defaulted `operator{}` must return `bool`", op.text()))
    }

    /// Default arguments are said where a function is declared, not in the type of a pointer to one
    /// ([dcl.fct.default]/3).
    pub(super) fn check_no_defaults(&mut self, ast: &Ast, id: TypeExprId) {
        let TypeExprKind::Function(function) = &ast[id].kind else { return };
        for param in function.params.iter().filter_map(|&id| param(ast, id)) {
            if let Some(default) = param.default {
                let message =
                    "default arguments can only be specified in the declaration of a function";
                let diagnostic =
                    Diagnostic::new(codes::INVALID_SPECIFIER, ast[default].span, message);
                self.report(diagnostic.help("leave it out of the type"));
            }
        }
    }

    pub(super) fn check_function(&mut self, ast: &Ast, function: &FunctionDecl) {
        self.check_parameter_names(ast, &function.ty.params);
        self.check_constructor(ast, function);
        let broken = match (&ast[function.name].last.id, function.kind) {
            (_, FunctionKind::Destructor) if !function.ty.params.is_empty() => {
                Some("a destructor cannot have parameters".to_owned())
            }
            (_, FunctionKind::Conversion) if !function.ty.params.is_empty() => {
                Some("a conversion function cannot have parameters".to_owned())
            }
            _ if !function.virt.is_empty() && self.broken_virt(function).is_some() => {
                self.broken_virt(function)
            }
            // [class.friend]/6
            _ if self.is_friend
                && matches!(function.body, FunctionBody::Definition(_))
                && ast[function.name].is_qualified() =>
            {
                Some(
                    "a member of another class cannot be defined in a friend declaration"
                        .to_owned(),
                )
            }
            // [dcl.decl.general]/4
            _ if function.requires.is_some()
                && !self.is_template
                && self.template_params.is_empty() =>
            {
                Some("a non-templated function cannot have a requires-clause".to_owned())
            }
            // [dcl.fct.default]/4
            _ if self.is_friend
                && function.body == FunctionBody::None
                && has_default_argument(ast, function) =>
            {
                Some("a friend declaration with a default argument must be a definition".to_owned())
            }
            // [dcl.fct.default]/6
            _ if self.is_template
                && ast[function.name].is_qualified()
                && has_default_argument(ast, function) =>
            {
                Some(
                    "a template, or a member of one, is given default arguments only where it is declared first"
                        .to_owned(),
                )
            }
            // [temp.mem]/3
            _ if self.is_template && function.virt.has(VirtSpecs::OVERRIDE) => {
                Some("a member template cannot be `override`".to_owned())
            }
            // Without `virtual` it may be so because of a function of a base.
            _ if function.virt.has(VirtSpecs::PURE)
                && !function.specs.flags.has(SpecFlags::VIRTUAL)
                && matches!(self.place, Place::Class { has_bases: false, .. }) =>
            {
                Some("only a `virtual` function can be pure".to_owned())
            }
            (UnqualifiedId::Identifier(_), FunctionKind::Ordinary)
                if function.body == FunctionBody::Defaulted =>
            {
                Some(
                    "only special member functions and comparison operators can be defaulted"
                        .to_owned(),
                )
            }
            (&UnqualifiedId::Operator(op), _) => self
                .broken_operator(ast, function, op)
                .or_else(|| self.broken_default(ast, function, op)),
            (UnqualifiedId::Literal(_), _) => self.broken_literal_operator(ast, function),
            _ => None,
        };
        if let Some(why) = broken {
            let span = ast[function.name].span;
            self.report(Diagnostic::new(codes::INVALID_OPERATOR_FUNCTION, span, why));
        }
    }

    fn broken_operator(
        &self,
        ast: &Ast,
        function: &FunctionDecl,
        op: OverloadedOperator,
    ) -> Option<String> {
        let is_in_class = matches!(self.place, Place::Class { .. }) && !self.is_friend;
        let is_qualified = ast[function.name].is_qualified();
        let text = op.text();
        let params: Vec<&ParamDecl> =
            function.ty.params.iter().filter_map(|&id| param(ast, id)).collect();
        let expected = operands(op);
        if matches!(expected, Operands::Any) || is_qualified {
            return None;
        }
        let is_call = op == OverloadedOperator::Call;
        if params.iter().any(|param| param.default.is_some()) && !is_call {
            return Some(format!("`operator{text}` cannot have default arguments"));
        }
        if function.ty.is_variadic && !is_call {
            return Some(format!("`operator{text}` cannot end in `...`"));
        }
        // `static operator()` and `operator[]` are C++23's.
        let is_static = function.specs.flags.has(SpecFlags::STATIC);
        if is_in_class && is_static && !matches!(expected, Operands::Member(_)) {
            return Some(format!("`operator{text}` of a class cannot be `static`"));
        }
        if let Operands::Member(_) = expected
            && !is_in_class
        {
            return Some(format!("`operator{text}` must be a member function"));
        }
        if params.iter().any(|param| param.is_pack) {
            return None;
        }
        let n_operands = params.len() + usize::from(is_in_class);
        let (fits, wants) = match expected {
            Operands::Any | Operands::Member(None) => (true, ""),
            Operands::Unary => (n_operands == 1, "one operand"),
            Operands::Binary => (n_operands == 2, "two operands"),
            Operands::UnaryOrBinary | Operands::Step => {
                (matches!(n_operands, 1 | 2), "one or two operands")
            }
            Operands::Member(Some(0)) => (params.is_empty(), "no parameter"),
            Operands::Member(Some(_)) => (params.len() == 1, "one parameter"),
        };
        if !fits {
            return Some(match is_in_class && n_operands == 3 && wants.ends_with("two operands") {
                true => format!(
                    "`operator{text}` of a class has the object as its left operand and takes one parameter, not two: write `friend` before it to give it both operands"
                ),
                false => format!("`operator{text}` must have {wants}, not {n_operands}"),
            });
        }
        if matches!(expected, Operands::Step)
            && n_operands == 2
            && let Some(last) = params.last()
            && is_builtin(ast, last.ty)
            && !matches!(ast[last.ty].kind, TypeExprKind::Builtin(BuiltinType::Int))
        {
            return Some(format!(
                "the parameter that marks postfix `operator{text}` must have type `int`"
            ));
        }
        // [over.oper]/7
        if !is_in_class && params.iter().all(|param| is_builtin(ast, param.ty)) {
            return Some(format!(
                "`operator{text}` must have an operand of class or enumeration type"
            ));
        }
        None
    }

    /// [over.literal]/3, 5
    fn broken_literal_operator(&self, ast: &Ast, function: &FunctionDecl) -> Option<String> {
        use BuiltinType::*;
        let params: Vec<&ParamDecl> =
            function.ty.params.iter().filter_map(|&id| param(ast, id)).collect();
        if self.is_template {
            let has_none = params.is_empty() && !function.ty.is_variadic;
            return (!has_none)
                .then(|| "a literal operator template cannot have parameters".to_owned());
        }
        if matches!(self.place, Place::Class { .. }) && !self.is_friend {
            return Some("a literal operator cannot be a member of a class".to_owned());
        }
        let is_string = |ty: TypeExprId| match ast[ty].kind {
            TypeExprKind::Pointer(inner) | TypeExprKind::Array { element: inner, .. } => {
                match ast[inner].kind {
                    TypeExprKind::Builtin(kind) => {
                        ast[inner].cv.has(lang::ast::Cv::CONST)
                            && matches!(kind, Char | WChar | Char8 | Char16 | Char32)
                    }
                    TypeExprKind::Named { .. } => true,
                    _ => false,
                }
            }
            TypeExprKind::Named { .. } => true,
            _ => false,
        };
        let is_value = |ty: TypeExprId| match ast[ty].kind {
            TypeExprKind::Builtin(kind) => matches!(
                kind,
                UnsignedLongLong | LongDouble | Char | WChar | Char8 | Char16 | Char32
            ),
            TypeExprKind::Named { .. } | TypeExprKind::Decltype(_) => true,
            _ => false,
        };
        let is_length = |ty: TypeExprId| match ast[ty].kind {
            TypeExprKind::Builtin(kind) => kind == UnsignedLong,
            TypeExprKind::Named { .. } | TypeExprKind::Decltype(_) => true,
            _ => false,
        };
        let fits = match params.as_slice() {
            [only] => is_value(only.ty) || is_string(only.ty),
            [text, length] => is_string(text.ty) && is_length(length.ty),
            _ => false,
        };
        let has_default = params.iter().any(|param| param.default.is_some());
        (!fits || has_default).then(|| {
            "a literal operator takes `unsigned long long`, `long double`, a character type, \
             `const char*`, or a string and its length"
                .to_owned()
        })
    }
}

fn has_default_argument(ast: &Ast, function: &FunctionDecl) -> bool {
    let mut params = function.ty.params.iter().filter_map(|&id| param(ast, id));
    params.any(|param| param.default.is_some())
}

/// The placeholder in the type of a parameter, behind its pointers, references and arrays.
fn invented(ast: &Ast, ty: TypeExprId) -> Option<TypeExprId> {
    match ast[ty].kind {
        TypeExprKind::InventedParam(_) => Some(ty),
        TypeExprKind::Pointer(inner)
        | TypeExprKind::LvalueRef(inner)
        | TypeExprKind::RvalueRef(inner)
        | TypeExprKind::Array { element: inner, .. } => invented(ast, inner),
        _ => None,
    }
}

fn param(ast: &Ast, id: DeclId) -> Option<&ParamDecl> {
    match &ast[id].kind {
        DeclKind::Param(param) => Some(param),
        _ => None,
    }
}

/// Whether a type is written with nothing but fundamental types, pointers and references.
fn is_builtin(ast: &Ast, ty: TypeExprId) -> bool {
    match ast[ty].kind {
        TypeExprKind::Builtin(_) | TypeExprKind::Pointer(_) => true,
        TypeExprKind::LvalueRef(inner) | TypeExprKind::RvalueRef(inner) => is_builtin(ast, inner),
        _ => false,
    }
}
