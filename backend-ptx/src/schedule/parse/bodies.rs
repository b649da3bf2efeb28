//! The bodies of partitions.

use ir::{Block, Effect, Inst, InstData};
use rustc_hash::FxHashMap;

use super::KernelText;
use super::cursor::{Cursor, Parsed};
use super::split::TextLine;
use crate::schedule::body::{Body, LoadId, Op, PipelineId};
use crate::schedule::build::{Producers, regions};
use crate::schedule::pipeline::Pipeline;
use crate::schedule::reduction::BulkReductions;

/// The bodies of the consumers and of the partitions that copy.
pub fn read<'a>(
    kernel: &'a KernelText<'a>,
    (pipeline, reductions): (&'a Pipeline, BulkReductions),
    mut lines: &'a [TextLine<'a>],
) -> Parsed<(Body, Producers)> {
    let mut bodies: FxHashMap<&str, Body> = FxHashMap::default();
    while let Some((line, rest)) = lines.split_first() {
        lines = rest;
        let mut cursor = kernel.cursor(line);
        if !cursor.eat("partition") {
            continue;
        }
        let error = cursor.error("there is no such partition");
        let name = cursor.next();
        if !["tma", "cp_async", "consumer"].contains(&name) {
            return Err(error);
        }
        cursor.expect(&["{"])?;
        let mut reader =
            BodyReader { kernel, pipeline, reductions: &reductions, lines, body: Body::default() };
        reader.block(kernel.function.entry_block)?;
        lines = reader.lines;
        bodies.insert(name, reader.body);
    }
    let mut take = |name: &str| bodies.remove(name).unwrap_or_default();
    let producers = Producers { tma: take("tma"), cp_async: take("cp_async") };
    let mut consumer = take("consumer");
    consumer.reductions = reductions;
    Ok((consumer, producers))
}

struct BodyReader<'a, 'r> {
    kernel: &'a KernelText<'a>,
    pipeline: &'a Pipeline,
    reductions: &'r BulkReductions,
    lines: &'a [TextLine<'a>],
    body: Body,
}

impl BodyReader<'_, '_> {
    /// Reads a block up to the line that ends it.
    fn block(&mut self, block: Block) -> Parsed<()> {
        let function = self.kernel.function;
        let mut written = Vec::new();
        while let Some((line, rest)) = self.lines.split_first() {
            let mut cursor = self.kernel.cursor(line);
            if cursor.peek() == "}" {
                break;
            }
            let mut ops = Vec::new();
            let span = cursor.line_span();
            self.lines = rest;
            let word = cursor.peek();
            match word {
                "" => {}
                "for" | "loop" | "if" => {
                    cursor.next();
                    let inst = self.region(block, &mut cursor)?;
                    ops.push(Op::Compute(inst));
                }
                "compute" => {
                    cursor.next();
                    self.computed(block, &mut cursor, &mut ops)?;
                }
                "mma" => {
                    cursor.next();
                    ops.push(Op::Compute(self.mma(block, &mut cursor)?));
                }
                "reduce" => {
                    cursor.next();
                    ops.push(Op::Compute(self.reduction(block, &mut cursor)?));
                }
                "continue" | "yield" | "return" | "break" => {
                    let error = cursor.error("the block does not end like this");
                    cursor.next();
                    let last = function.terminator(block).filter(|&last| {
                        function.data(last).effect() == Effect::Terminator
                            && function.data(last).opcode().mnemonic() == word
                    });
                    ops.push(Op::Compute(last.ok_or(error)?));
                }
                _ => ops.push(op(self.kernel, self.pipeline, &mut cursor)?),
            }
            cursor.end()?;
            written.extend(ops.into_iter().map(|op| (op, span)));
        }
        // The line that ends the block.
        self.lines = self.lines.get(1..).unwrap_or_default();
        self.body.set_with_spans(block, written);
        Ok(())
    }

    /// A loop or branch with its blocks.
    fn region(&mut self, block: Block, cursor: &mut Cursor<'_>) -> Parsed<Inst> {
        let error = cursor.error("not a loop or branch of this block");
        let function = self.kernel.function;
        let inst = self.kernel.inst(cursor)?;
        let blocks = regions(function, inst);
        if function.inst_block(inst) != Some(block) || blocks.is_empty() {
            return Err(error);
        }
        cursor.expect(&["{"])?;
        for &inner in &blocks {
            self.block(inner)?;
        }
        Ok(inst)
    }

    /// An MMA that a pipeline feeds.
    fn mma(&self, block: Block, cursor: &mut Cursor<'_>) -> Parsed<Inst> {
        let error = cursor.error("not an MMA of this block that a pipeline feeds");
        let inst = self.kernel.inst(cursor)?;
        let is_here = self.kernel.function.inst_block(inst) == Some(block);
        if is_here && self.pipeline.mma(inst).is_some() { Ok(inst) } else { Err(error) }
    }

    /// An atomic reduction that is carried out in bulk.
    fn reduction(&self, block: Block, cursor: &mut Cursor<'_>) -> Parsed<Inst> {
        let error = cursor.error("not a reduction of this block that is carried out in bulk");
        let inst = self.kernel.inst(cursor)?;
        let is_here = self.kernel.function.inst_block(inst) == Some(block);
        if is_here && self.reductions.contains_key(&inst) { Ok(inst) } else { Err(error) }
    }

    fn computed(&self, block: Block, cursor: &mut Cursor<'_>, ops: &mut Vec<Op>) -> Parsed<()> {
        loop {
            let error = cursor.error("not an instruction of this block");
            let inst = self.kernel.inst(cursor)?;
            let insts = self.kernel.function.insts(block);
            let Some(from) = insts.iter().position(|&other| other == inst) else {
                return Err(error);
            };
            let mut to = from;
            if cursor.eat("..") {
                let error = cursor.error("not a later instruction of this block");
                let last = self.kernel.inst(cursor)?;
                let found = insts.iter().position(|&other| other == last);
                to = found.filter(|&to| to > from).ok_or(error)?;
            }
            if insts[from..=to].iter().any(|&inst| self.pipeline.mma(inst).is_some()) {
                return Err(cursor.error("an MMA that a pipeline feeds is written `mma`"));
            }
            if insts[from..=to].iter().any(|inst| self.reductions.contains_key(inst)) {
                return Err(cursor.error("a reduction in bulk is written `reduce`"));
            }
            ops.extend(insts[from..=to].iter().copied().map(Op::Compute));
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }
}

/// An operation of a pipeline.
fn op(kernel: &KernelText<'_>, pipeline: &Pipeline, cursor: &mut Cursor<'_>) -> Parsed<Op> {
    let error = cursor.error(format!("`{}` is not an operation", cursor.peek()));
    let word = cursor.next();
    let ring = |cursor: &mut Cursor<'_>| -> Parsed<PipelineId> {
        let error = cursor.error("there is no such pipeline");
        let number = cursor.numbered('p')?;
        if number < pipeline.rings.len() { Ok(number) } else { Err(error) }
    };
    let load = |cursor: &mut Cursor<'_>| -> Parsed<LoadId> {
        let error = cursor.error("not an asynchronous load");
        let inst = kernel.inst(cursor)?;
        pipeline.async_load(inst).ok_or(error)
    };
    let mma = |cursor: &mut Cursor<'_>| -> Parsed<Inst> {
        let error = cursor.error("not an MMA that a pipeline feeds");
        let inst = kernel.inst(cursor)?;
        if pipeline.mma(inst).is_some() { Ok(inst) } else { Err(error) }
    };
    let mailbox = |cursor: &mut Cursor<'_>| -> Parsed<usize> {
        let error = cursor.error("the schedule does not declare this mailbox");
        let number = cursor.numbered('b')?;
        if number < pipeline.mailboxes.len() { Ok(number) } else { Err(error) }
    };
    let map = |cursor: &mut Cursor<'_>| -> Parsed<usize> {
        let error = cursor.error("the schedule does not declare this tensor map");
        let number = cursor.numbered('t')?;
        if number < pipeline.maps.len() { Ok(number) } else { Err(error) }
    };
    Ok(match word {
        "replace_map" => Op::ReplaceMap { map: map(cursor)? },
        "fetch" => Op::Fetch { mailbox: mailbox(cursor)? },
        "report" => Op::Report { mailbox: mailbox(cursor)? },
        "receive" => Op::Receive { mailbox: mailbox(cursor)? },
        "acquire" => Op::Acquire { pipeline: ring(cursor)?, bytes: cursor.number()? },
        "copy" => Op::Copy { load: load(cursor)? },
        "await_copies" => Op::AwaitCopies,
        "fence" => Op::Fence,
        "commit" => Op::Commit { pipeline: ring(cursor)? },
        "copy_epilogue" => Op::CopyEpilogue { load: load(cursor)? },
        "prefetch_epilogue" => {
            let mut loads = vec![load(cursor)?];
            while cursor.eat(",") {
                loads.push(load(cursor)?);
            }
            Op::PrefetchEpilogue { loads }
        }
        "fill" => {
            let pipeline = ring(cursor)?;
            let error = cursor.error("not a `for` loop");
            let inst = kernel.inst(cursor)?;
            match kernel.function.data(inst) {
                InstData::For { .. } => Op::Fill { pipeline, inst },
                _ => return Err(error),
            }
        }
        "copy_ahead" => Op::CopyAhead { pipeline: ring(cursor)? },
        "drain" => Op::Drain { pipeline: ring(cursor)? },
        "wait" => Op::Wait { pipeline: ring(cursor)? },
        "read" => Op::Read { load: load(cursor)? },
        "read_epilogue" => Op::ReadEpilogue { load: load(cursor)? },
        "release" => Op::Release { pipeline: ring(cursor)? },
        "store_operand" => Op::StoreOperand { inst: mma(cursor)? },
        "publish" => Op::Publish { inst: mma(cursor)? },
        "mma_wait" => Op::MmaWait,
        _ => return Err(error),
    })
}
