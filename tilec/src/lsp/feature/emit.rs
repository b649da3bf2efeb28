//! The compiler's outputs for a document: `tilec/emit`, and the lenses above kernels.
//!
//! ```json
//! {"textDocument": {"uri": "file:///k.cu"}, "kind": "tir", "kernel": "scale<float>"}
//! ```
//!
//! gives `{"text": "...", "lines": [{"line": 7, "source": 12}]}`: the text, and for its lines, from
//! zero, the line of the document that they come from, where that is known.

use std::rc::Rc;

use lang::base::Severity;
use lsp_types::request::Request;
use lsp_types::{CodeLens, CodeLensParams, Command, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::driver::{Compiled, Stage, compile};
use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::{Answer, Refusal};
use crate::session::Session;

/// `tilec/emit`
pub enum Emit {}

impl Request for Emit {
    type Params = EmitParams;
    type Result = Emitted;
    const METHOD: &'static str = "tilec/emit";
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmitParams {
    pub text_document: TextDocumentIdentifier,
    pub kind: EmitKind,
    /// As in the source; without it all kernels.
    pub kernel: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmitKind {
    Ast,
    Typed,
    Tir,
    Ptx,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Emitted {
    pub text: String,
    pub lines: Vec<LineOrigin>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineOrigin {
    pub line: u32,
    pub source: u32,
}

pub fn emit(analysis: &mut Analysis<'_, '_>, params: EmitParams) -> Answer<Emitted> {
    let compiled = compiled(analysis, params.kind)?;
    let error = compiled.diagnostics.iter().find(|found| found.severity >= Severity::Error);
    let text = match params.kind {
        EmitKind::Ast => compiled.ast_text(),
        EmitKind::Typed => compiled.typed.clone().unwrap_or_default(),
        EmitKind::Tir | EmitKind::Ptx if error.is_some() => {
            let why = error.map_or("", |error| error.message.as_str());
            return Err(Refusal::failed(format!("the document has errors: {why}")));
        }
        EmitKind::Tir => compiled.tir_text(),
        EmitKind::Ptx => compiled.ptx.clone().unwrap_or_default(),
    };
    let text = match &params.kernel {
        Some(kernel) => {
            let symbol = compiled.symbol(Some(kernel)).map_err(Refusal::failed)?;
            only(&text, &symbol, params.kind)
        }
        None => text,
    };
    let main = &analysis.map.file(analysis.main).path;
    Ok(match params.kind {
        EmitKind::Ptx => unmarked(&text, file_number(compiled.ptx.as_deref(), main)),
        EmitKind::Tir => {
            let lines = instruction_lines(&compiled, &text, main);
            Emitted { text, lines }
        }
        EmitKind::Ast | EmitKind::Typed => Emitted { text, lines: Vec::new() },
    })
}

/// The document compiled as far as is needed.
fn compiled(analysis: &mut Analysis<'_, '_>, kind: EmitKind) -> Answer<Rc<Compiled>> {
    let stage = match kind {
        EmitKind::Ast => Stage::Parse,
        EmitKind::Typed => Stage::Check,
        EmitKind::Tir => Stage::Lower,
        EmitKind::Ptx => Stage::Ptx,
    };
    if stage == Stage::Ptx
        && let Some(known) = &analysis.compiled
    {
        return Ok(known.clone());
    }
    let path = analysis.map.file(analysis.root).path.clone();
    // PTX tells its lines by directives, which are taken out of what is shown.
    let interrupt = analysis.interrupt.clone();
    let launches = analysis.launches.clone();
    let known = (*analysis.settings.session).clone();
    let session = Session { line_info: true, interrupt, launches, ..known };
    let made = Rc::new(compile(&session, analysis.documents, &path, stage));
    if analysis.interrupt.is_raised() {
        return Err(Refusal::outdated());
    }
    if stage == Stage::Ptx {
        analysis.compiled = Some(made.clone());
    }
    Ok(made)
}

/// The part of the text that is about one kernel.
fn only(text: &str, symbol: &str, kind: EmitKind) -> String {
    let start = match kind {
        EmitKind::Tir => format!("entry @{symbol}("),
        EmitKind::Ptx => format!(".entry {symbol}("),
        EmitKind::Ast | EmitKind::Typed => return text.to_owned(),
    };
    let Some(at) = text.find(&start) else { return text.to_owned() };
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text.get(line..).unwrap_or_default();
    let indent: String = rest.chars().take_while(|c| *c == ' ').collect();
    let end = rest.find(&format!("\n{indent}}}\n")).map_or(rest.len(), |n| n + indent.len() + 3);
    rest.get(..end).unwrap_or(rest).to_owned()
}

/// Where the instructions of the entries that stand in the text come from.
fn instruction_lines(compiled: &Compiled, text: &str, path: &str) -> Vec<LineOrigin> {
    let mut found = Vec::new();
    let Some(module) = &compiled.module else { return found };
    for entry in module.entries.values() {
        let (own, lines) = ir::print::entry_with_lines(module, entry);
        // The same lines, whatever the entry is indented by.
        let Some(head) = own.lines().next() else { continue };
        let Some(first) = text.lines().position(|line| line.trim_start() == head) else { continue };
        for (line, inst) in lines {
            let Some((file, at)) = compiled.map.locate(entry.span(inst).lo) else { continue };
            if *compiled.map.file(file).path == *path {
                let line = (first + line) as u32;
                found.push(LineOrigin { line, source: at.line.saturating_sub(1) });
            }
        }
    }
    found
}

/// The number that `.loc` directives of a PTX text know a file by.
fn file_number(ptx: Option<&str>, path: &str) -> Option<String> {
    let name = format!("\"{path}\"");
    let line = ptx?.lines().find(|line| line.starts_with(".file") && line.contains(&name))?;
    line.split_whitespace().nth(1).map(str::to_owned)
}

/// PTX without the directives that say where its lines come from, and what they say of the file with
/// the number `file`.
fn unmarked(ptx: &str, file: Option<String>) -> Emitted {
    let mut current = None;
    let mut made = Emitted::default();
    let mut number = 0;
    for line in ptx.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(".file") => continue,
            Some(".loc") => {
                let is_ours = file.is_some() && words.next() == file.as_deref();
                let source = words.next().and_then(|word| word.parse::<u32>().ok());
                current = source.filter(|_| is_ours);
                continue;
            }
            Some("}") | None => current = None,
            Some(_) => {
                let origin = |source: u32| LineOrigin { line: number, source: source - 1 };
                made.lines.extend(current.filter(|source| *source > 0).map(origin));
            }
        }
        made.text.push_str(line);
        made.text.push('\n');
        number += 1;
    }
    made
}

/// Lenses above each kernel: what can be done with it, and what it takes.
pub fn lenses(
    analysis: &mut Analysis<'_, '_>,
    _params: CodeLensParams,
) -> Answer<Option<Vec<CodeLens>>> {
    let Some(uri) = analysis.uri(analysis.main) else { return Ok(None) };
    let names = analysis.names();
    let mut lenses = Vec::new();
    for declared in names.outline.iter().filter(|declared| declared.is_kernel) {
        let Some(range) = analysis.range(declared.name_span) else { continue };
        let lens = |title: &str, command: &str, kernel: &str, kind: &str| CodeLens {
            range,
            command: Some(Command {
                title: title.to_owned(),
                command: command.to_owned(),
                arguments: Some(vec![json!(uri), json!(kernel), json!(kind)]),
            }),
            data: None,
        };
        let kernels = kernels_at(analysis, declared.name_span.lo);
        if kernels.is_empty() {
            let title = format!("not checked: add `// tilec: instantiate {}<...>`", declared.name);
            lenses.push(lens(&title, "", &declared.name, ""));
            continue;
        }
        let is_one = kernels.len() == 1;
        for kernel in kernels {
            let of = if is_one { String::new() } else { format!(" of {kernel}") };
            lenses.push(lens(&format!("show tile IR{of}"), "tilec.emit", &kernel, "tir"));
            lenses.push(lens(&format!("show PTX{of}"), "tilec.emit", &kernel, "ptx"));
            lenses.push(lens(&format!("run on CPU{of}"), "tilec.run", &kernel, "cpu"));
            // What it takes is known after the back end: when the lens is shown.
            let data = Some(json!({ "uri": uri, "kernel": kernel }));
            lenses.push(CodeLens { range, command: None, data });
        }
    }
    Ok(Some(lenses))
}

/// The kernels that were checked whose name stands at a position.
fn kernels_at(analysis: &mut Analysis<'_, '_>, pos: lang::base::Pos) -> Vec<String> {
    let names = analysis.names();
    let wanted = names.canonical(pos);
    let kernels: Vec<_> = analysis.checked.kernels().to_vec();
    let cx = analysis.cx();
    let is_here = |kernel: &sema::unit::Kernel| {
        names.canonical(cx.entities[kernel.function].span.lo) == wanted
    };
    kernels.iter().filter(|kernel| is_here(kernel)).map(|kernel| kernel.source.clone()).collect()
}

/// Says what a kernel takes: threads, clusters, memory.
pub fn resolve_lens(analysis: &mut Analysis<'_, '_>, mut lens: CodeLens) -> Answer<CodeLens> {
    let kernel = lens.data.as_ref().and_then(|data| data.get("kernel")?.as_str());
    let Some(kernel) = kernel.map(str::to_owned) else { return Ok(lens) };
    let compiled = compiled(analysis, EmitKind::Ptx)?;
    let ptx = compiled.ptx.as_deref().unwrap_or_default();
    let title = match compiled.symbol(Some(&kernel)) {
        Ok(symbol) if !ptx.is_empty() => resources(ptx, &symbol),
        Ok(_) | Err(_) => "no PTX: see the errors".to_owned(),
    };
    lens.command = Some(Command { title, command: String::new(), arguments: None });
    Ok(lens)
}

/// The lines in front of a kernel that say what it takes.
fn resources(ptx: &str, symbol: &str) -> String {
    let start = ptx.find(&format!("// kernel: {symbol}\n")).unwrap_or(0);
    let header = ptx.get(start..).unwrap_or_default().lines().take_while(|l| l.starts_with("//"));
    let shown = ["threads", "cluster", "shared", "scratch"];
    let facts: Vec<&str> = header
        .filter_map(|line| line.strip_prefix("// "))
        .filter(|fact| shown.iter().any(|name| fact.starts_with(name)))
        .collect();
    facts.join(", ")
}

/// How tiles of a shape are spread over the threads of each kernel, as the comments in front of the
/// kernels say: ``in `k`: 64 threads, 8 elements each: reg 0,1 0,2 4,0; lane 0,4 0,8 ..``, where a bit of
/// the register, lane and warp number stands for a step in the tile.
pub fn layouts(compiled: &Compiled, dims: &[u64]) -> Vec<String> {
    let shape: Vec<String> = dims.iter().map(u64::to_string).collect();
    let shape = shape.join("x");
    let (mut threads, mut found, mut all) = ("", Vec::new(), Vec::new());
    for line in compiled.ptx.as_deref().unwrap_or_default().lines() {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|line| line.split_once(": "))
        else {
            continue;
        };
        match key {
            "threads" => threads = value,
            "layout" => {
                let layout =
                    value.strip_prefix(shape.as_str()).and_then(|rest| rest.split_once(": "));
                found.extend(layout.filter(|(count, _)| count.starts_with(" x")).map(|(_, l)| l));
            }
            "source" => all.extend(found.drain(..).map(|layout: &str| {
                let registers = layout.split(';').next().unwrap_or_default();
                let each = 1_u64 << registers.split_whitespace().skip(1).count().min(32);
                format!("in `{value}`: {threads} threads, {each} elements each: {layout}")
            })),
            _ => {}
        }
    }
    all
}
