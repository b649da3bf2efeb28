//! Behaviour that a GPU leaves undefined is reported, with its line.

use super::{FIRST_LINE, kernel, run};
use crate::emulator::{FindingKind, Launch, Memory, launch};

/// The kinds and lines (of the body, from 0) of what is found.
fn found(threads: u32, body: &str) -> Vec<(FindingKind, u32)> {
    let (_, report) = run(threads, body, &[0; 64], 64);
    let findings = report.findings.iter();
    findings.map(|finding| (finding.kind, finding.line - FIRST_LINE)).collect()
}

#[test]
fn stray_and_misaligned_accesses() {
    assert_eq!(found(1, "ld.global.b32 %r1, [%rd0+64];"), [(FindingKind::OutOfBounds, 0)]);
    assert_eq!(found(1, "\nst.global.b32 [%rd1-4], 0;"), [(FindingKind::OutOfBounds, 1)]);
    assert_eq!(found(1, "ld.global.v2.b32 {%r1, %r2}, [%rd0+4];"), [(FindingKind::Misaligned, 0)]);
    assert_eq!(found(1, "ld.shared.b32 %r1, [%r0];"), [(FindingKind::OutOfBounds, 0)]);
}

#[test]
fn unwritten_registers_and_memory() {
    assert_eq!(found(1, "add.u32 %r1, %r2, 1;"), [(FindingKind::UnwrittenRegister, 0)]);
    // Written in some lanes only.
    let body = "setp.eq.u32 %p1, %r0, 3;\n@%p1 mov.u32 %r1, 1;\nadd.u32 %r2, %r1, 1;";
    assert_eq!(found(32, body), [(FindingKind::UnwrittenRegister, 2)]);
    let body = ".shared .align 4 .b8 s[8];\nst.shared.b16 [s], %h0;\nld.shared.b32 %r1, [s];";
    let body = format!("mov.b16 %h0, 1;\n{body}");
    assert_eq!(found(1, &body), [(FindingKind::UnwrittenMemory, 3)]);
}

#[test]
fn races() {
    let shared = ".shared .align 4 .b8 s[128];\n";
    let neighbour = "shl.b32 %r1, %r0, 2; st.shared.b32 [%r1], %r0;\n\
        SYNC\nxor.b32 %r2, %r1, 4; ld.shared.b32 %r3, [%r2];";
    let with = |sync: &str| found(32, &format!("{shared}{}", neighbour.replace("SYNC", sync)));
    assert_eq!(with(""), [(FindingKind::Race, 3)]);
    assert_eq!(with("bar.warp.sync 0xffffffff;"), []);
    assert_eq!(with("bar.sync 0;"), []);
    // A shuffle orders no memory.
    assert_eq!(with("shfl.sync.idx.b32 %r9, %r0, 0, 31, -1;"), [(FindingKind::Race, 3)]);
    // Both threads write; a warp's barrier is not enough for two warps.
    let body = format!(
        "{shared}and.b32 %r1, %r0, 31; shl.b32 %r1, %r1, 2;\n\
        bar.warp.sync -1;\nst.shared.b32 [%r1], %r0;"
    );
    assert_eq!(found(64, &body), [(FindingKind::Race, 3)]);
    // Global memory, and a store into what others read through the incoherent cache.
    assert_eq!(found(2, "st.global.b32 [%rd1], %r0;"), [(FindingKind::Race, 0)]);
    let body = "ld.global.nc.b32 %r1, [%rd0];\nbar.sync 0;\nst.global.b32 [%rd0], 1;";
    assert_eq!(found(1, body), [(FindingKind::Race, 2)]);
    assert_eq!(found(2, "red.global.add.u32 [%rd1], 1;"), []);
}

#[test]
fn a_second_barrier_is_needed_before_memory_is_written_again() {
    let body = ".shared .align 4 .b8 s[256];\nshl.b32 %r1, %r0, 2; mov.u32 %r4, 0;\n\
        loop: st.shared.b32 [%r1], %r0;\n\
        bar.sync 0;\n\
        xor.b32 %r2, %r1, 128; ld.shared.b32 %r3, [%r2];\n\
        SYNC\n\
        add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 2; @%p1 bra loop;";
    let both = [(FindingKind::Race, 2), (FindingKind::Race, 4)];
    assert_eq!(found(64, &body.replace("SYNC", "")), both);
    assert_eq!(found(64, &body.replace("SYNC", "bar.sync 0;")), []);
}

#[test]
fn divergence() {
    let body = "setp.lt.u32 %p1, %r0, 16;\n@%p1 bar.sync 0;";
    // The lanes that do not come leave the kernel, and the others wait for ever.
    let both = [(FindingKind::Divergence, 1), (FindingKind::Deadlock, 1)];
    assert_eq!(found(32, body), both);
    let body = "setp.lt.u32 %p1, %r0, 16;\n@%p1 shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;";
    assert_eq!(found(32, body), [(FindingKind::Divergence, 1)]);
    // Half of the warp at one barrier and half at another.
    let body = "setp.lt.u32 %p1, %r0, 16; @%p1 bra other;\nbar.sync 0;\nret;\nother: bar.sync 0;";
    let findings = found(32, body);
    assert_eq!(findings, [(FindingKind::Divergence, 1), (FindingKind::Divergence, 3)]);
}

#[test]
fn barriers() {
    let body = "setp.lt.u32 %p1, %r0, 32; @%p1 ret;\nbar.sync 0;";
    assert_eq!(found(64, body), [(FindingKind::Deadlock, 1)]);
    let body = "bar.sync 1, 96;";
    assert_eq!(found(64, body), [(FindingKind::Deadlock, 0)]);
    assert_eq!(found(32, "bar.sync 1, 33;"), [(FindingKind::BarrierMisuse, 0)]);
    let body = "setp.lt.u32 %p1, %r0, 32; @%p1 bra other;\nbar.sync 1, 64; ret;\n\
        other: bar.sync 1, 96;";
    assert!(found(64, body).iter().any(|(kind, _)| *kind == FindingKind::BarrierMisuse));
}

#[test]
fn undefined_results() {
    let body = "div.u32 %r1, 1, %r0;";
    assert_eq!(found(1, body), [(FindingKind::UndefinedResult, 0)]);
    // Lane 0 reads a lane that has gone.
    let body = "setp.ne.u32 %p1, %r0, 0;\n@%p1 ret;\nshfl.sync.idx.b32 %r1, %r0, 5, 31, 1;";
    assert_eq!(found(32, body), [(FindingKind::UndefinedResult, 2)]);
    assert_eq!(found(1, "trap;"), [(FindingKind::Trap, 0)]);
}

#[test]
fn hangs_end() {
    let mut memory = Memory::new();
    let args = [memory.alloc(&[0; 4]), 0, 0];
    let text = kernel(
        32,
        "spin: ld.relaxed.gpu.global.b32 %r1, [%rd0];\n\
        setp.eq.u32 %p1, %r1, 0; @%p1 bra spin;",
    );
    let what = Launch { step_limit: 100_000, ..Launch::new("k", [1, 1, 1], &args) };
    let report = launch(&text, &what, &mut memory).expect("it runs");
    assert!(report.has(FindingKind::Hang), "{}", report.describe());
}

#[test]
fn what_is_not_known_is_named() {
    let error = |body: &str| {
        let mut memory = Memory::new();
        let text = kernel(1, body);
        launch(&text, &Launch::new("k", [1, 1, 1], &[0; 3]), &mut memory).expect_err("refused")
    };
    assert_eq!(error("frobnicate.u32 %r1, %r0;"), "line 16: unknown instruction `frobnicate.u32`");
    assert!(error("add.frob.u32 %r1, %r0, %r0;").contains("`.frob.u32` of `add.frob.u32`"));
    assert_eq!(error("mov.u32 %r1, %nosuch;"), "line 16: no register or symbol `%nosuch`");
    assert_eq!(error("bra nowhere;"), "line 16: no label `nowhere`");
    assert!(
        error("mma.sync.aligned.m16n8k8.row.col.f32.f64.f64.f32 %r1, %r1, %r1, %r1;")
            .contains("no product")
    );
}
