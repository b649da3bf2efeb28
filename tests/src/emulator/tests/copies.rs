//! `cp.async`.

use super::{bytes_of, clean, run, words};
use crate::emulator::FindingKind;

const START: &str = ".shared .align 16 .b8 s[512];\n\
    shl.b32 %r2, %r0, 4; cvt.u64.u32 %rd3, %r2; add.u64 %rd4, %rd0, %rd3;\n\
    cp.async.cg.shared.global.L2::128B [%r2], [%rd4], 16, %r3;\n\
    cp.async.commit_group;\n";
const FINISH: &str = "xor.b32 %r4, %r2, 16; ld.shared.b32 %r5, [%r4+12];\n\
    mul.wide.u32 %rd5, %r0, 4; add.u64 %rd5, %rd1, %rd5; st.global.b32 [%rd5], %r5;";

#[test]
fn copies_arrive_when_waited_for() {
    let input = bytes_of(0..128);
    let body = format!("mov.u32 %r3, 16;\n{START}cp.async.wait_group 0; bar.sync 0;\n{FINISH}");
    let expected: Vec<u32> = (0..32).map(|lane: u32| 4 * (lane ^ 1) + 3).collect();
    assert_eq!(words(&clean(32, &body, &input, 128)), expected);
    // Twelve bytes are read, the last four are zero.
    let body = format!("mov.u32 %r3, 12;\n{START}cp.async.wait_all; bar.sync 0;\n{FINISH}");
    assert_eq!(words(&clean(32, &body, &input, 128)), [0; 32]);
}

#[test]
fn missing_waits_and_barriers_are_found() {
    let input = bytes_of(0..128);
    let without_wait = format!("mov.u32 %r3, 16;\n{START}bar.sync 0;\n{FINISH}");
    assert!(run(32, &without_wait, &input, 128).1.has(FindingKind::UnwrittenMemory));
    let other_group =
        format!("mov.u32 %r3, 16;\n{START}cp.async.wait_group 1; bar.sync 0;\n{FINISH}");
    assert!(run(32, &other_group, &input, 128).1.has(FindingKind::UnwrittenMemory));
    let without_barrier = format!("mov.u32 %r3, 16;\n{START}cp.async.wait_group 0;\n{FINISH}");
    assert!(run(32, &without_barrier, &input, 128).1.has(FindingKind::Race));
}
