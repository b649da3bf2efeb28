//! The shape of a document: `textDocument/foldingRange` and `selectionRange`.

use lang::base::{Pos, Span};
use lang::lex::TokenKind;
use lsp_types::{
    FoldingRange, FoldingRangeKind, FoldingRangeParams, Range, SelectionRange, SelectionRangeParams,
};

use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::Answer;

/// Ranges that a selection grows through.
const MAX_NESTED: usize = 100;

pub fn folding(
    analysis: &mut Analysis<'_, '_>,
    _params: FoldingRangeParams,
) -> Answer<Option<Vec<FoldingRange>>> {
    let mut found = Vec::new();
    for (open, close) in brackets(analysis) {
        if let (Some(open), Some(close)) = (analysis.range(open), analysis.range(close)) {
            // The line of the closing bracket stays.
            add(&mut found, open.end.line, close.start.line.saturating_sub(1), None);
        }
    }
    comments(analysis, &mut found);
    directives(analysis, &mut found);
    found.sort_by_key(|range| (range.start_line, range.end_line));
    found.dedup_by_key(|range| (range.start_line, range.end_line));
    Ok(Some(found))
}

fn add(found: &mut Vec<FoldingRange>, start: u32, end: u32, kind: Option<FoldingRangeKind>) {
    if start < end {
        found.push(FoldingRange {
            start_line: start,
            end_line: end,
            kind,
            start_character: None,
            end_character: None,
            collapsed_text: None,
        });
    }
}

/// The brackets that match, with where they close.
fn brackets(analysis: &Analysis<'_, '_>) -> Vec<(Span, Span)> {
    let mut open: Vec<(Span, TokenKind)> = Vec::new();
    // How many of each kind are open, so that one which closes nothing is not looked for.
    let mut counts = [0_usize; 3];
    let index_of = |kind: TokenKind| match kind {
        TokenKind::LBrace => 0,
        TokenKind::LParen => 1,
        _ => 2,
    };
    let mut found = Vec::new();
    for &(span, kind) in analysis.tokens() {
        let opened_by = match kind {
            TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket => {
                open.push((span, kind));
                counts[index_of(kind)] += 1;
                continue;
            }
            TokenKind::RBrace => TokenKind::LBrace,
            TokenKind::RParen => TokenKind::LParen,
            TokenKind::RBracket => TokenKind::LBracket,
            _ => continue,
        };
        // What is left open inside is forgotten.
        if counts[index_of(opened_by)] == 0 {
            continue;
        }
        while let Some((opened, kind)) = open.pop() {
            counts[index_of(kind)] -= 1;
            if kind == opened_by {
                found.push((opened, span));
                break;
            }
        }
    }
    found
}

/// Comments of several lines: between two tokens, lines that are comments.
fn comments(analysis: &Analysis<'_, '_>, found: &mut Vec<FoldingRange>) {
    let mut first: Option<u32> = None;
    let mut in_block = false;
    let mut last = 0;
    for (number, line) in analysis.text().lines().enumerate() {
        let number = number as u32;
        let line = line.trim();
        let is_comment = in_block || line.starts_with("//") || line.starts_with("/*");
        if is_comment {
            if line.starts_with("/*") || in_block {
                in_block = !line.ends_with("*/");
            }
            first.get_or_insert(number);
            last = number;
        } else if let Some(first) = first.take() {
            add(found, first, last, Some(FoldingRangeKind::Comment));
        }
    }
    if let Some(first) = first {
        add(found, first, last, Some(FoldingRangeKind::Comment));
    }
}

/// `#if` to `#endif`, and runs of `#include`.
fn directives(analysis: &Analysis<'_, '_>, found: &mut Vec<FoldingRange>) {
    let mut open: Vec<u32> = Vec::new();
    let mut includes: Option<(u32, u32)> = None;
    for (number, line) in analysis.text().lines().enumerate() {
        let number = number as u32;
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let word = directive
            .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        match word {
            Some("include") => {
                includes = Some((includes.map_or(number, |(first, _)| first), number));
                continue;
            }
            Some("if" | "ifdef" | "ifndef") => open.push(number),
            Some("elif" | "else" | "elifdef" | "elifndef") => {
                if let Some(start) = open.pop() {
                    add(found, start, number.saturating_sub(1), Some(FoldingRangeKind::Region));
                }
                open.push(number);
            }
            Some("endif") => {
                if let Some(start) = open.pop() {
                    add(found, start, number.saturating_sub(1), Some(FoldingRangeKind::Region));
                }
            }
            _ => {}
        }
        if !line.trim().is_empty()
            && let Some((first, last)) = includes.take()
        {
            add(found, first, last, Some(FoldingRangeKind::Imports));
        }
    }
    if let Some((first, last)) = includes {
        add(found, first, last, Some(FoldingRangeKind::Imports));
    }
}

pub fn selection(
    analysis: &mut Analysis<'_, '_>,
    params: SelectionRangeParams,
) -> Answer<Option<Vec<SelectionRange>>> {
    let ranges = params.positions.iter().map(|&position| {
        let pos = analysis.pos(position);
        let empty = Range::new(position, position);
        let mut nested = around(analysis, pos).into_iter().filter_map(|s| analysis.range(s));
        let first = nested.next().unwrap_or(empty);
        // Readers of JSON are not made for more.
        let rest: Vec<Range> = nested.take(MAX_NESTED).collect();
        let outer = rest
            .into_iter()
            .rev()
            .fold(None, |parent, range| Some(Box::new(SelectionRange { range, parent })));
        SelectionRange { range: first, parent: outer }
    });
    Ok(Some(ranges.collect()))
}

/// What contains a position, from the inside out: words, brackets, nodes of the tree, everything.
fn around(analysis: &Analysis<'_, '_>, pos: Pos) -> Vec<Span> {
    let file = analysis.map.file(analysis.main);
    let whole = Span::sized(file.base, file.text.len() as u32);
    let ast = analysis.ast;
    let mut spans: Vec<Span> = vec![whole];
    spans.extend(analysis.word_at(pos).map(|(span, _)| span));
    for (open, close) in brackets(analysis) {
        spans.push(Span::new(open.hi, close.lo));
        spans.push(Span::new(open.lo, close.hi));
    }
    spans.extend(ast.exprs.values().map(|node| node.span));
    spans.extend(ast.stmts.values().map(|node| node.span));
    spans.extend(ast.types.values().map(|node| node.span));
    spans.extend(ast.decls.values().map(|node| node.span));
    spans.retain(|span| {
        whole.lo <= span.lo && span.hi <= whole.hi && span.lo <= pos && pos <= span.hi
    });
    spans.sort_by_key(|span| (span.hi.0 - span.lo.0, span.lo));
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        let fits = nested
            .last()
            .is_none_or(|inner| span != *inner && span.lo <= inner.lo && inner.hi <= span.hi);
        if fits && span.lo < span.hi {
            nested.push(span);
        }
    }
    nested
}
