//! Which kernel is tuned, and which of its template arguments are open.
//!
//! In: what the user says of the kernel: its name with arguments, its name alone, or nothing. Out: the
//! name with the names of parameters among its arguments.

use lang::ast::{DeclKind, Spaces, TemplateDecl};
use lang::base::Severity;

use super::Tune;
use super::space::split_list;
use crate::driver::{Compiled, Stage, compile};
use crate::host::{HostCompiler, Launches};
use crate::session::{FileLoader, Session};

/// The kernel with the names of parameters among its arguments.
pub fn pattern(tune: &Tune, session: &Session) -> Result<String, String> {
    if tune.kernel.is_empty() {
        return launched(tune, session);
    }
    if tune.kernel.contains('<') || tune.file.ends_with(".tir") {
        return Ok(tune.kernel.clone());
    }
    let compiled = compile(session, &FileLoader, &tune.file, Stage::Parse);
    let Some(names) = template_parameters(&compiled, &tune.kernel) else {
        return Ok(tune.kernel.clone());
    };
    let is_given = |name: &&String| tune.parameters.iter().any(|p| p.name == **name);
    if !names.iter().any(|name| is_given(&name)) {
        let kernel = &tune.kernel;
        return Err(match names.is_empty() {
            true => {
                format!("the parameters of `{kernel}` have no names: --kernel '{kernel}<...>'")
            }
            false => format!(
                "none of the parameters of `{kernel}` is given with --param: {}",
                names.join(", ")
            ),
        });
    }
    let n_given = names.iter().take_while(is_given).count();
    if let Some(later) = names.iter().skip(n_given).find(is_given) {
        let (missing, kernel) = (&names[n_given], &tune.kernel);
        return Err(format!(
            "`{missing}` of `{kernel}` comes before `{later}`: --param {missing}=..., or name the arguments, --kernel '{kernel}<...>'"
        ));
    }
    Ok(format!("{}<{}>", tune.kernel, names[..n_given].join(", ")))
}

/// The only kernel that a build of the file has. Of the arguments that host code launches it with,
/// those of parameters that are given are open.
fn launched(tune: &Tune, session: &Session) -> Result<String, String> {
    let launches = Launches::Sought(HostCompiler::new(&tune.compile));
    let session = session.clone().with_launches(launches);
    let compiled = compile(&session, &FileLoader, &tune.file, Stage::Lower);
    let mut errors = compiled.diagnostics.iter().filter(|it| it.severity >= Severity::Error);
    if let Some(error) = errors.next() {
        let (code, message, file) = (error.code.id, &error.message, &tune.file);
        return Err(format!("{code}: {message}\n  help: `tilec check {file}` shows where"));
    }
    let path = &compiled.kernel(None)?.path;
    let Some((name, arguments)) = path.split_once('<') else { return Ok(path.clone()) };
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments);
    let names = template_parameters(&compiled, name).unwrap_or_default();
    let mut open: Vec<&str> = split_list(arguments, "<({[", ">)}]");
    for (argument, name) in open.iter_mut().zip(&names) {
        if tune.parameters.iter().any(|parameter| parameter.name == *name) {
            *argument = name;
        }
    }
    Ok(format!("{name}<{}>", open.join(", ")))
}

/// The names of the parameters of a kernel template, up to one that has none.
fn template_parameters(compiled: &Compiled, kernel: &str) -> Option<Vec<String>> {
    let ast = &compiled.unit.as_ref()?.ast;
    let wanted = kernel.rsplit("::").next().unwrap_or(kernel).trim();
    let is_wanted = |template: &TemplateDecl| match &ast.decls[template.inner].kind {
        DeclKind::Function(function) => {
            let is_kernel = function.specs.spaces.has(Spaces::TILE_GLOBAL);
            is_kernel && compiled.map.text(ast.names[function.name].last.span) == wanted
        }
        _ => false,
    };
    let templates = ast.decls.values().filter_map(|decl| match &decl.kind {
        DeclKind::Template(template) if is_wanted(template) => Some(template),
        _ => None,
    });
    let name = |id: &lang::ast::DeclId| match &ast.decls[*id].kind {
        DeclKind::TemplateParam(param) => Some(compiled.map.text(param.name?.span).to_owned()),
        _ => None,
    };
    let names = |template: &TemplateDecl| template.params.iter().map_while(name).collect();
    // A declaration may leave names out.
    templates.map(names).max_by_key(Vec::len)
}
