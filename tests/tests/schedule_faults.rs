//! Seeded faults: schedules of the examples, each with one line changed, are refused by the verifier or fail in the
//! schedule interpreter, with the message and at the line that a person would look for. No PTX is executed.
//!
//! The schedules as they are must pass both.

use std::collections::BTreeMap;

use backend_ptx::schedule::parse::{Unverified, read};
use backend_ptx::schedule::{interp, verify};
use backend_ptx::target::Target;
use lang::base::Pos;
use tilec::Stage;
use tilec_tests::compile::{compile_file, with_stack};

/// A line of a schedule: the one with this number of those behind the anchors that begin with a text.
#[derive(Clone, Copy)]
struct At(&'static [&'static str], &'static str, usize);

/// What is changed.
#[derive(Clone, Copy)]
enum Edit {
    Drop(At),
    Twice(At),
    Swap(At, At),
    /// In front of a line.
    Put(&'static str, At),
    /// So many lines, in front of another one.
    Move(At, usize, At),
    /// The first line with a text.
    Change(At, &'static str, &'static str),
    /// One after the other.
    All(&'static [Edit]),
}

use Edit::{All, Change, Drop, Move, Put, Swap, Twice};

struct Fault {
    example: &'static str,
    edit: Edit,
    /// What the verifier says.
    verifier: &'static str,
    /// What the interpreter says, if values, waits or stages go wrong in a run.
    interpreter: Option<&'static str>,
}

const fn fault(example: &'static str, edit: Edit, verifier: &'static str) -> Fault {
    Fault { example, edit, verifier, interpreter: None }
}

const fn in_runs(
    example: &'static str,
    edit: Edit,
    verifier: &'static str,
    interpreter: &'static str,
) -> Fault {
    Fault { example, edit, verifier, interpreter: Some(interpreter) }
}

const TMA: &[&str] = &["partition tma", "for", "for"];
const LOOP_TMA: &[&str] = &["partition tma", "for"];
const CP_ASYNC: &[&str] = &["partition cp_async", "for", "for"];
const CONSUMER: &[&str] = &["partition consumer", "for", "for"];
const HEAD: &[&str] = &["schedule"];
const GEMM: &str = "gemm_persistent";
const EPILOGUE: &str = "gemm/residual_add";
const ATTENTION: &str = "attention";
const BACKWARD: &str = "attention_backward";
const QUANTISED: &str = "gemm_quantised";

/// The copies and the loop of warps that copy for themselves.
const COPIES: &[&str] = &["partition cp_async", "for"];
const AHEAD_LOOP: &[&str] = &["partition consumer", "for"];
const AHEAD_BODY: &[&str] = &["partition consumer"];
const TENSORS: &str = "gemm";

/// What warps that copy for themselves do wrong.
const AHEAD: &[Fault] = &[
    in_runs(
        TENSORS,
        Drop(At(AHEAD_LOOP, "copy_ahead", 0)),
        "nothing is copied ahead behind the wait",
        "is not what the iterations copy",
    ),
    in_runs(
        TENSORS,
        Swap(At(AHEAD_LOOP, "wait", 0), At(AHEAD_LOOP, "copy_ahead", 0)),
        "not directly behind the wait",
        "does not hold the tile that is read",
    ),
    in_runs(TENSORS, Drop(At(AHEAD_LOOP, "wait", 0)), "not directly behind the wait", "p0"),
    in_runs(
        TENSORS,
        Drop(At(AHEAD_BODY, "fill", 0)),
        "not filled in front of the loop",
        "is not what the iterations copy",
    ),
    fault(TENSORS, Drop(At(AHEAD_BODY, "drain", 0)), "is not drained behind the loop"),
    in_runs(TENSORS, Drop(At(AHEAD_LOOP, "release", 0)), "not released where the block ends", "p0"),
    fault(TENSORS, Drop(At(COPIES, "copy", 0)), "are not those of one stage group"),
    fault(TENSORS, Drop(At(AHEAD_LOOP, "read", 0)), "has not computed an operand"),
    fault(
        TENSORS,
        Change(At(HEAD, "scheduler", 0), "one_tile", "persistent"),
        "one tile block to a CTA",
    ),
    fault(
        TENSORS,
        Change(At(HEAD, "pipeline", 0), " = 3 stages", " = 1 stages"),
        "a pipeline needs 2",
    ),
    fault(TENSORS, Change(At(HEAD, "pipeline", 0), " = 3 stages", " = 9 stages"), "shared memory"),
];

/// What producers do wrong.
const PRODUCERS: &[Fault] = &[
    in_runs(GEMM, Drop(At(TMA, "acquire", 0)), "stage of p0 that is not acquired", "deadlock"),
    fault(GEMM, Twice(At(TMA, "acquire", 0)), "acquired before the one above is committed"),
    in_runs(
        GEMM,
        Drop(At(TMA, "commit", 0)),
        "p0 is not committed where the block ends",
        "overwritten while it is read",
    ),
    in_runs(GEMM, Twice(At(TMA, "commit", 0)), "p0 is committed that is not acquired", "deadlock"),
    in_runs(
        GEMM,
        Change(At(TMA, "acquire", 0), "32768", "16384"),
        "16384 bytes are announced, 32768 are copied",
        "p0",
    ),
    in_runs(
        GEMM,
        Change(At(TMA, "acquire", 0), "32768", "49152"),
        "49152 bytes are announced, 32768 are copied",
        "deadlock",
    ),
    in_runs(GEMM, Drop(At(TMA, "copy", 0)), "are not those of one stage group", "deadlock"),
    fault(GEMM, Twice(At(TMA, "copy", 1)), "executes the instruction twice"),
    in_runs(GEMM, Swap(At(TMA, "acquire", 0), At(TMA, "commit", 0)), "that is not acquired", "p0"),
    fault(GEMM, Drop(At(TMA, "continue", 0)), "a block ends with its `continue`"),
    fault(GEMM, Drop(At(&["partition tma"], "compute", 0)), "has not computed an operand"),
    fault(GEMM, Put("wait p0", At(TMA, "acquire", 0)), "one of other partitions"),
    in_runs(GEMM, Drop(At(CP_ASYNC, "await_copies", 0)), "have not been awaited", "does not hold"),
    in_runs(GEMM, Drop(At(CP_ASYNC, "fence", 0)), "is not fenced", "did not fence"),
    fault(
        GEMM,
        Swap(At(CP_ASYNC, "await_copies", 0), At(CP_ASYNC, "fence", 0)),
        "is not fenced behind `await_copies`",
    ),
    fault(GEMM, Put("fence", At(CP_ASYNC, "copy", 0)), "directly in front of the first copy"),
    in_runs(
        ATTENTION,
        Swap(At(LOOP_TMA, "copy", 0), At(LOOP_TMA, "copy", 1)),
        "another order than the producer",
        "does not hold",
    ),
    in_runs(
        EPILOGUE,
        Drop(At(&["partition tma"], "copy_epilogue", 0)),
        "that the producer does not fill",
        "deadlock",
    ),
    in_runs(
        BACKWARD,
        Move(At(KEYS_TMA, "acquire p0", 0), 3, At(KEYS_TMA, "return", 0)),
        "they wait for each other",
        "deadlock",
    ),
];

const KEYS: &[&str] = &["schedule @_Z13key_gradients"];
const KEYS_TMA: &[&str] = &["schedule @_Z13key_gradients", "partition tma"];
const KEYS_LOOP: &[&str] = &["schedule @_Z13key_gradients", "partition consumer", "for"];
const QUERIES: &[&str] = &["schedule @_Z15query_gradients", "partition consumer"];

/// The tile that threads read last gets a stage of `p3` for itself. The stage is waited for and released while the MMA above
/// still reads the one before.
const STAGE_FOR_THREADS: &[Edit] = &[
    Change(At(KEYS, "pipeline p1", 0), "[%51, %57, %59]", "[%51, %57]"),
    Change(At(KEYS, "pipeline p3", 0), "[%54]", "[%54], [%59]"),
    Change(At(KEYS, "load %59", 0), "to p1 at 4224", "to p3 at 0"),
    Change(At(KEYS_TMA, "acquire p1", 0), "4352", "4224"),
    Drop(At(KEYS_TMA, "copy %59", 0)),
    Put("acquire p3 128", At(KEYS_TMA, "copy %57", 0)),
    Put("copy %59", At(KEYS_TMA, "copy %57", 0)),
    Put("commit p3", At(KEYS_TMA, "copy %57", 0)),
    Put("wait p3", At(KEYS_LOOP, "read %59", 0)),
    Put("release p3", At(KEYS_LOOP, "compute %71", 0)),
];

/// What consumers do wrong.
const CONSUMERS: &[Fault] = &[
    in_runs(GEMM, Drop(At(CONSUMER, "wait", 0)), "p0 that has not been waited for", "p0"),
    fault(GEMM, Twice(At(CONSUMER, "wait", 0)), "waited for before the one above is released"),
    in_runs(
        GEMM,
        Swap(At(CONSUMER, "wait", 0), At(CONSUMER, "mma", 0)),
        "p0 that has not been waited for",
        "p0",
    ),
    in_runs(
        GEMM,
        Drop(At(CONSUMER, "release", 0)),
        "p0 is not released where the block ends",
        "p0 holds the tile of another iteration",
    ),
    in_runs(GEMM, Twice(At(CONSUMER, "release", 0)), "released that has not been waited for", "p0"),
    in_runs(
        GEMM,
        Swap(At(CONSUMER, "mma", 0), At(CONSUMER, "release", 0)),
        "p0 that has not been waited for",
        "p0",
    ),
    fault(GEMM, Drop(At(CONSUMER, "mma_wait", 0)), "read while an MMA writes it"),
    fault(
        GEMM,
        Drop(At(&["partition consumer", "mma_wait"], "compute", 0)),
        "do not execute `store_view_tko`",
    ),
    fault(GEMM, Drop(At(CONSUMER, "mma ", 0)), "has not computed an operand"),
    fault(GEMM, Twice(At(CONSUMER, "mma ", 0)), "executes the instruction twice"),
    in_runs(
        ATTENTION,
        Drop(At(&["partition consumer", "} else"], "release p0", 0)),
        "p0 is not released",
        "p0 holds the tile of another iteration",
    ),
    fault(
        ATTENTION,
        Drop(At(&["partition consumer", "mma "], "mma_wait", 0)),
        "while an MMA writes it",
    ),
    fault(BACKWARD, Drop(At(KEYS_LOOP, "read", 0)), "has not computed an operand"),
    fault(BACKWARD, Put("release p1", At(KEYS_LOOP, "release p3", 0)), "p1"),
    fault(BACKWARD, All(STAGE_FOR_THREADS), "before the release above has waited for its MMA"),
    fault(
        BACKWARD,
        Change(
            At(QUERIES, "compute %25..%56", 0),
            "%25..%56",
            "%25..%29, %33..%36, %30..%32, %37..%56",
        ),
        "comes before the one above in the program, and has an effect",
    ),
    fault(
        BACKWARD,
        Drop(At(KEYS_LOOP, "mma_wait", 0)),
        "registers of this iteration in the next one",
    ),
    fault(
        EPILOGUE,
        Drop(At(&["partition consumer"], "mma_wait", 0)),
        "read while an MMA is in flight",
    ),
    fault(
        EPILOGUE,
        Drop(At(&["partition consumer"], "read_epilogue", 0)),
        "has not computed an operand",
    ),
];

/// Decisions that do not fit the target, the tiles or each other.
const DECISIONS: &[Fault] = &[
    fault(GEMM, Change(At(HEAD, "pipeline p0", 0), "6 stages", "1 stages"), "p0 has 1 stage"),
    fault(
        GEMM,
        Change(At(HEAD, "pipeline p0", 0), "6 stages", "7 stages"),
        "bytes of shared memory",
    ),
    fault(GEMM, Change(At(HEAD, "load", 1), "at 16384", "at 8192"), "overlaps another one"),
    fault(GEMM, Change(At(HEAD, "load", 1), "at 16384", "at 16640"), "not at a multiple of 1024"),
    fault(GEMM, Change(At(HEAD, "load", 1), "at 16384", "at 24576"), "the tile ends at 40960"),
    fault(GEMM, Change(At(HEAD, "load", 0), "128 rows", "64 rows"), "the boxes have 128 rows"),
    fault(
        GEMM,
        Change(At(HEAD, "tensormap", 0), "box [64, 128]", "box [64, 512]"),
        "1 to 256 elements",
    ),
    fault(
        GEMM,
        Change(At(HEAD, "tensormap", 0), "box [64, 128]", "box [60, 128]"),
        "not a multiple of 16",
    ),
    fault(
        GEMM,
        Change(At(HEAD, "tensormap", 0), "swizzle 3", "swizzle 2"),
        "does not fit the span",
    ),
    fault(GEMM, Change(At(HEAD, "tensormap", 0), "dims [1, 0]", "dims [1, 1]"), "each once"),
    fault(
        GEMM,
        Change(At(HEAD, "mma", 0), "m128n128k64", "m128n64k64"),
        "the operands are m128n128k64",
    ),
    fault(GEMM, Change(At(HEAD, "mma", 0), "steps 4", "steps 3"), "3 steps along K"),
    fault(GEMM, Change(At(HEAD, "mma", 0), "wgmma", "tcgen05"), "sm_90a computes MMAs with wgmma"),
    fault(GEMM, Change(At(HEAD, "warps", 0), "registers 232", "registers 236"), "multiples of 8"),
    fault(GEMM, Change(At(HEAD, "warps", 0), "producers 40", "producers 120"), "an SM has 65536"),
    fault(QUANTISED, Change(At(HEAD, "mma", 0), " k, b", " mn, b"), "contiguous along K"),
    fault(BACKWARD, Change(At(KEYS, "load", 4), "at 4096", "at 4160"), "not at a multiple of 128"),
];

/// Operands that threads write to shared memory.
const SQUARES: &str = "gemm/both_operands_computed";
const SQUARES_LOOP: &[&str] = &["partition consumer", "for"];

/// What consumers do wrong with operands that they write.
const STORED: &[Fault] = &[
    in_runs(
        SQUARES,
        Drop(At(SQUARES_LOOP, "store_operand", 0)),
        "published that has not been stored",
        "does not hold the operand",
    ),
    in_runs(
        SQUARES,
        Drop(At(SQUARES_LOOP, "publish", 0)),
        "not been stored and published",
        "does not hold the operand",
    ),
    in_runs(
        SQUARES,
        Swap(At(SQUARES_LOOP, "publish", 0), At(SQUARES_LOOP, "mma %", 0)),
        "not been stored and published",
        "does not hold the operand",
    ),
    in_runs(
        SQUARES,
        Drop(At(SQUARES_LOOP, "mma_wait", 0)),
        "published while an MMA is in flight",
        "overwritten while an MMA reads it",
    ),
    fault(
        SQUARES,
        Change(At(HEAD, "scheduler", 0), "sharing none", "sharing multicast"),
        "share loads have no operand buffers",
    ),
    fault(SQUARES, Twice(At(SQUARES_LOOP, "store_operand", 0)), "before the MMA above has read it"),
    fault(
        SQUARES,
        Swap(At(SQUARES_LOOP, "store_operand", 0), At(SQUARES_LOOP, "compute", 1)),
        "has not computed an operand",
    ),
    fault(
        SQUARES,
        Put("publish %24", At(&["partition tma", "for"], "acquire", 0)),
        "other partitions",
    ),
    fault(
        SQUARES,
        Change(At(HEAD, "mma", 0), "at 16384", "at 8192"),
        "overlap in the operand buffer",
    ),
    fault(SQUARES, Change(At(HEAD, "mma", 0), "at 16384", "at 16640"), "not at a multiple of 1024"),
];

/// Tensor maps that are replaced in a loop over matrices.
const MATRICES: &str = "gemm/batch_loop_in_block";
const MATRIX_TMA: &[&str] = &["partition tma", "for"];
const MATRIX_STEPS: &[&str] = &["partition tma", "for", "for"];

/// What producers do wrong with tensor maps.
const MAPS: &[Fault] = &[
    in_runs(
        MATRICES,
        Drop(At(MATRIX_TMA, "replace_map t0", 0)),
        "t0 is replaced 0 times",
        "the map t0 is that of another view",
    ),
    fault(MATRICES, Twice(At(MATRIX_TMA, "replace_map t1", 0)), "t1 is replaced 2 times"),
    fault(
        MATRICES,
        Move(At(MATRIX_TMA, "replace_map t0", 0), 1, At(MATRIX_STEPS, "acquire", 0)),
        "is not made in front of this, in this block",
    ),
    in_runs(
        MATRICES,
        Move(At(MATRIX_TMA, "replace_map t0", 0), 1, At(MATRIX_STEPS, "continue", 1)),
        "is copied through t0 before the map is replaced",
        "the map t0 is that of another view",
    ),
    fault(
        MATRICES,
        Put("replace_map t0", At(&["partition consumer", "for"], "for", 0)),
        "one of other partitions",
    ),
    fault(
        MATRICES,
        Change(At(HEAD, "tensormap t0", 0), " replaced", ""),
        "differs between tile blocks",
    ),
];

const COUNTER: &str = "gemm/persistent_atomic_counter";
const EARLY_EXIT: &str = "gemm/early_exit_on_sum";
const OF_TMA: &[&str] = &["partition tma"];
const OF_CONSUMERS: &[&str] = &["partition consumer"];

/// What is wrong with numbers that one partition hands to the other.
const MAILBOXES: &[Fault] = &[
    in_runs(
        COUNTER,
        Drop(At(OF_TMA, "fetch b0", 0)),
        "the partition has not computed an operand of this",
        "a consumer waits for a full slot of b0",
    ),
    in_runs(
        COUNTER,
        Drop(At(OF_CONSUMERS, "receive b0", 0)),
        "the partition has not computed an operand of this",
        "the producer waits for an empty slot of b0",
    ),
    fault(COUNTER, Twice(At(OF_TMA, "fetch b0", 0)), "executes the instruction twice"),
    fault(COUNTER, Twice(At(OF_CONSUMERS, "receive b0", 0)), "executes the instruction twice"),
    fault(
        COUNTER,
        Change(At(HEAD, "mailbox b0", 0), "of producer", "of consumers"),
        "the operation is one of other partitions",
    ),
    in_runs(
        EARLY_EXIT,
        Drop(At(OF_CONSUMERS, "report b0", 0)),
        "a slot of b0",
        "the producer waits for a full slot of b0",
    ),
    fault(
        EARLY_EXIT,
        Drop(At(OF_TMA, "receive b0", 0)),
        "the partition has not computed an operand of this",
    ),
    fault(
        EARLY_EXIT,
        Change(At(HEAD, "mailbox b0", 0), "of consumers", "of producer"),
        "the producer fetches what is not a relaxed access",
    ),
];

/// The number of a line.
fn line(lines: &[String], At(anchors, prefix, number): At) -> usize {
    let mut from = 0;
    for anchor in anchors {
        let found = lines[from..].iter().position(|line| line.trim().starts_with(anchor));
        from += found.unwrap_or_else(|| panic!("no line begins with `{anchor}`")) + 1;
    }
    let begins = |(_, line): &(usize, &String)| line.trim().starts_with(prefix);
    let found = lines.iter().enumerate().skip(from).filter(begins).nth(number);
    found.unwrap_or_else(|| panic!("there are not {number} lines `{prefix}`")).0
}

fn edited(text: &str, edit: Edit) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    match edit {
        Drop(at) => {
            lines.remove(line(&lines, at));
        }
        Twice(at) => {
            let number = line(&lines, at);
            lines.insert(number, lines[number].clone());
        }
        Swap(one, other) => {
            let (one, other) = (line(&lines, one), line(&lines, other));
            assert_ne!(lines[one], lines[other], "the lines are the same");
            lines.swap(one, other);
        }
        Put(new, at) => {
            let number = line(&lines, at);
            lines.insert(number, new.to_owned());
        }
        Move(at, count, to) => {
            let (from, to) = (line(&lines, at), line(&lines, to));
            lines[from..to].rotate_left(count);
        }
        Change(at, from, to) => {
            let number = line(&lines, at);
            assert!(lines[number].contains(from), "`{}` has no `{from}`", lines[number]);
            lines[number] = lines[number].replacen(from, to, 1);
        }
        All(edits) => {
            return edits.iter().fold(text.to_owned(), |text, &edit| edited(&text, edit));
        }
    }
    lines.join("\n")
}

fn schedule_of(example: &str, arch: &str) -> String {
    let root = tilec_tests::root();
    let path = match example.contains('/') {
        true => root.join("tests/variants").join(example).with_extension("cu"),
        false => root.join("examples").join(example).join("kernel.cu"),
    };
    let compiled = compile_file(&path, arch, Stage::Schedule);
    compiled.schedule.unwrap_or_else(|| panic!("{example} has no schedule"))
}

/// What is wrong with the schedules of a text: what the verifier says, and what the interpreter says.
fn faults(text: &str, arch: &str) -> (Option<String>, Option<String>) {
    let target = Target::named(arch).expect("a target");
    let (unverified, diagnostics) = read(text, Pos::NONE, &target);
    let Some(Unverified { module: scheduled, spans }) = unverified else {
        return (diagnostics.iter().next().map(|diagnostic| diagnostic.message.clone()), None);
    };
    let (mut verified, mut ran) = (None, None);
    let module = scheduled.module();
    for (entry, function) in module.entries.iter() {
        let schedule = &scheduled.schedules[entry];
        let subject = verify::ScheduleSubject { module, function, schedule, target: &target };
        let message = |fault: verify::Fault| fault.message;
        verified = verified.or(verify::verify(subject, &spans[entry]).err().map(message));
        ran = ran.or(interp::run(function, schedule).err().map(message));
    }
    (verified, ran)
}

fn find(all: &[Fault]) {
    find_on("sm_90a", all);
}

fn find_on(arch: &str, all: &[Fault]) {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut missed = Vec::new();
    for Fault { example, edit, verifier, interpreter } in all {
        let text = texts.entry(example).or_insert_with(|| schedule_of(example, arch));
        let broken = edited(text, *edit);
        let (verified, ran) = with_stack(|| faults(&broken, arch));
        if !verified.as_ref().is_some_and(|message| message.contains(verifier)) {
            missed.push(format!("{example}: the verifier says {verified:?}, not {verifier:?}"));
        }
        let as_expected = match interpreter {
            Some(wanted) => ran.as_ref().is_some_and(|message| message.contains(wanted)),
            None => true,
        };
        if !as_expected {
            missed.push(format!(
                "{example}: the interpreter says {ran:?}, not {interpreter:?} ({verifier})"
            ));
        }
    }
    assert!(missed.is_empty(), "{} of {}\n{}", missed.len(), all.len(), missed.join("\n"));
}

#[test]
fn producers_that_fill_stages_wrongly_are_found() {
    find(PRODUCERS);
}

#[test]
fn consumers_that_read_stages_wrongly_are_found() {
    find(CONSUMERS);
}

#[test]
fn operands_that_are_stored_wrongly_are_found() {
    find(STORED);
}

#[test]
fn tensor_maps_that_are_replaced_wrongly_are_found() {
    find(MAPS);
}

#[test]
fn numbers_that_are_mailed_wrongly_are_found() {
    find(MAILBOXES);
}

#[test]
fn decisions_that_cannot_be_carried_out_are_found() {
    find(DECISIONS);
}

#[test]
fn warps_that_copy_for_themselves_wrongly_are_found() {
    find_on("sm_80", AHEAD);
}

#[test]
fn the_schedules_of_all_examples_are_right() {
    for path in tilec_tests::example_kernels() {
        for arch in ["sm_80", "sm_90a", "sm_100a"] {
            let compiled = compile_file(&path, arch, Stage::Schedule);
            let text = compiled.schedule.unwrap_or_default();
            let found = with_stack(|| faults(&text, arch));
            assert_eq!(found, (None, None), "{} for {arch}", path.display());
        }
    }
}

/// With a wait for the MMA in front of it, the second release of `p3` is right.
#[test]
fn a_stage_for_threads_behind_a_wait_is_right() {
    let text = edited(&schedule_of(BACKWARD, "sm_90a"), All(STAGE_FOR_THREADS));
    let text = edited(&text, Put("mma_wait", At(KEYS_LOOP, "release p3", 1)));
    let (verified, ran) = with_stack(|| faults(&text, "sm_90a"));
    assert_eq!((verified, ran), (None, None));
}

/// An error is at the line that is wrong.
#[test]
fn a_fault_is_at_its_line() {
    let text = schedule_of(GEMM, "sm_90a");
    let broken = edited(&text, Drop(At(CONSUMER, "mma_wait", 0)));
    let sources = tilec_tests::compile::Sources(vec![("kernel.sched", broken)]);
    let session = tilec_tests::compile::session("sm_90a");
    let compiled =
        with_stack(|| tilec::compile(&session, &sources, "kernel.sched", Stage::Schedule));
    let said = tilec_tests::compile::rendered(&compiled);
    assert!(said.contains("E0720"), "{said}");
    assert!(said.contains("compute %"), "{said}");
}
