//! The call in the source that an argument has its value from: the argument itself, the initialiser of the variable that it
//! names, or the argument of the call that the function under instantiation is made for.
//!
//! Advice that the program follows already, as to transpose what it has transposed, is none.

use lang::ast::{self, DeclKind, Initializer};
use lang::base::{Diagnostic, Name, Note, NoteKind, Span};

use crate::Cx;
use crate::check::operand::Operand;
use crate::cx::Instantiated;
use crate::entity::FunctionOrigin;

/// Names that are followed from one to the next.
const MAX_STEPS: usize = 16;

impl Cx<'_> {
    /// Leaves out the advice to transpose an operand that is transposed, and says where it is.
    pub(super) fn without_second_transpose(
        &self,
        mut diagnostic: Diagnostic,
        args: &[Operand],
    ) -> Diagnostic {
        let is_of = |note: &Note| note.kind == NoteKind::Help && note.text.contains("transpose");
        let Some(text) = diagnostic.notes.iter().find(|note| is_of(note)).map(|note| &note.text)
        else {
            return diagnostic;
        };
        let arg = match text.contains("the right operand") {
            true => args.get(1),
            false => args.first(),
        };
        let Some(made) = arg.and_then(|arg| self.made_by_call(arg, "transpose")) else {
            return diagnostic;
        };
        diagnostic.notes.retain(|note| !is_of(note));
        diagnostic.note_at(NoteKind::Note, made, "the operand is transposed already, here")
    }

    /// Where the call of a function of this name is that an argument has its value from.
    fn made_by_call(&self, arg: &Operand, function: &str) -> Option<Span> {
        let ast = self.ast;
        let mut uses = self.uses_on_the_way();
        let at = arg.span(self);
        let mut expr = ast.exprs.iter().find(|(_, expr)| expr.span == at).map(|(id, _)| id)?;
        for _ in 0..MAX_STEPS {
            expr = match &ast[ast.strip_parens(expr)].kind {
                ast::ExprKind::Call { callee, .. } => {
                    let ast::ExprKind::Name(name) = ast[*callee].kind else { return None };
                    let called = ast[name].last.identifier()?;
                    return (self.text(called) == function).then_some(ast[*callee].span);
                }
                ast::ExprKind::Name(name) => {
                    let name = ast.simple_name(*name)?;
                    let (Instantiated::Function(within), used_at) = *uses.last()? else {
                        return None;
                    };
                    let FunctionOrigin::Declared(decl) = self.entities[within].origin else {
                        return None;
                    };
                    let decl = ast.templated(decl);
                    match self.initializer_in(decl, name) {
                        Some(init) => init,
                        None => {
                            uses.pop();
                            self.argument_in_call(decl, name, used_at)?
                        }
                    }
                }
                _ => return None,
            };
        }
        None
    }

    /// The initialiser of the only variable of a name in a function.
    fn initializer_in(&self, function: ast::DeclId, name: Name) -> Option<ast::ExprId> {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[function].kind else { return None };
        let ast::FunctionBody::Definition(body) = function.body else { return None };
        let around = ast[body].span;
        let mut found = ast.decls.iter().filter_map(|(_, decl)| {
            let DeclKind::Variable(variable) = &decl.kind else { return None };
            let is_here = ast.simple_name(variable.name) == Some(name)
                && self.unit.sources.covers(around, decl.span);
            is_here.then_some(&variable.init)
        });
        let only = found.next()?;
        match (only, found.next()) {
            (Initializer::Copy(init), None) => Some(*init),
            _ => None,
        }
    }

    /// The argument for the parameter of a name, in the call whose function is named at `used_at`.
    fn argument_in_call(
        &self,
        function: ast::DeclId,
        name: Name,
        used_at: Span,
    ) -> Option<ast::ExprId> {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[function].kind else { return None };
        let index = function.ty.params.iter().position(|&param| {
            matches!(&ast[param].kind, DeclKind::Param(param)
                if param.name.is_some_and(|it| it.name == name))
        })?;
        // A use is the name of the function, or the whole call.
        let start = Span::new(used_at.lo, used_at.lo.offset(1));
        let calls = ast.exprs.iter().filter_map(|(_, expr)| match &expr.kind {
            ast::ExprKind::Call { callee, args }
                if self.unit.sources.covers(ast[*callee].span, start) =>
            {
                Some((ast[*callee].span, args))
            }
            _ => None,
        });
        let (_, args) = calls.min_by_key(|(callee, _)| callee.hi.0 - callee.lo.0)?;
        args.get(index).copied()
    }
}
