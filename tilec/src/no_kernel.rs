//! The error for an output without kernels.
//!
//! A program that launches a kernel from such an output fails where it loads it, far from the cause: the kernels of the source are
//! templates and nothing instantiates them, or the build names the wrong file. `-Wno-no-kernel` allows the output.

use lang::ast::{DeclKind, Spaces};
use lang::base::{Diagnostic, Diagnostics, Span};

use crate::codes;
use crate::driver::Compiled;
use crate::session::Session;
use crate::warning;

/// Adds the error if a compilation made a module without kernels and the options do not allow that.
pub fn refuse(compiled: &mut Compiled, session: &Session, path: &str) {
    let Some(problem) = no_kernel(compiled, path) else { return };
    let mut found = Diagnostics::new();
    found.push(problem);
    let found = warning::apply(found, &session.warnings, &compiled.pragmas, &compiled.map);
    compiled.diagnostics.extend(found);
}

fn no_kernel(compiled: &Compiled, path: &str) -> Option<Diagnostic> {
    let module = compiled.module.as_ref()?;
    if !module.entries.is_empty() || compiled.diagnostics.has_errors() {
        return None;
    }
    if let Some(name) = kernel_template(compiled) {
        let text = compiled.map.text(name);
        let message = format!("no kernel is compiled: nothing instantiates the template `{text}`");
        let help = format!(
            "name its arguments with `--kernel '{text}<...>'`, or instantiate it in the source; \
             -Wno-no-kernel allows an output without kernels"
        );
        let label = "for which arguments?";
        return Some(Diagnostic::new(codes::NO_KERNEL, name, message).label(label).help(help));
    }
    let of_threads = compiled.diagnostics.iter().find(|d| d.code == sema::codes::THREAD_KERNEL);
    if let Some(declared) = of_threads.and_then(|found| found.secondary.first()) {
        let name = compiled.map.text(declared.span);
        let message = format!("no kernel of tile code is compiled: `{name}` is `__global__`");
        let help = "write `__tile_global__`, which makes it a kernel of tile code";
        return Some(Diagnostic::new(codes::NO_KERNEL, declared.span, message).help(help));
    }
    let file = compiled.map.files().iter().find(|file| &*file.path == path);
    let start = file.map_or(Span::NONE, |file| Span::new(file.base, file.base));
    let message = format!("no kernel is compiled: `{path}` has no `__tile_global__` function");
    let help = "leave the file out of the build of tile kernels; \
                -Wno-no-kernel allows an output without kernels";
    Some(Diagnostic::new(codes::NO_KERNEL, start, message).help(help))
}

/// The name of the first kernel template in the user's files.
fn kernel_template(compiled: &Compiled) -> Option<Span> {
    let ast = &compiled.unit.as_ref()?.ast;
    ast.decls.values().find_map(|decl| {
        let DeclKind::Function(function) = &decl.kind else { return None };
        let is_users = !compiled.map.in_system_file(decl.span.lo);
        let is_kernel = function.specs.spaces.has(Spaces::TILE_GLOBAL);
        (is_users && is_kernel).then(|| ast.names[function.name].last.span)
    })
}
