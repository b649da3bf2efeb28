//! `cp.reduce.async.bulk`.

use super::{bytes_of, words};
use crate::emulator::FindingKind;
use crate::emulator::Report;

/// Each of 32 threads has a row of 16 bytes of its number.
const STORE: &str = ".shared .align 16 .b8 s[512];\n\
    shl.b32 %r2, %r0, 4; cvt.u64.u32 %rd3, %r2; add.u64 %rd4, %rd1, %rd3;\n\
    st.shared.v4.b32 [%r2], {%r0, %r0, %r0, %r0};\n";
const REDUCE: &str = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd4], [%r2], 16;\n\
    cp.async.bulk.commit_group;\n";
const FENCE: &str = "fence.proxy.async.shared::cta;\n";
const READ: &str = "cp.async.bulk.wait_group.read 0;\n";

/// Runs a body of 32 threads and its end with 128 words of zeros as output.
fn run(body: &str) -> (Vec<u32>, Report) {
    let (bytes, report) = super::run(32, &format!("{body}\nret;"), &bytes_of(0..1), 512);
    (words(&bytes), report)
}

/// As [`run`], without findings.
fn clean(body: &str) -> Vec<u32> {
    let (found, report) = run(body);
    assert!(report.findings.is_empty(), "{}", report.describe());
    found
}

fn rows(of_thread: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..32).flat_map(|thread| [of_thread(thread); 4]).collect()
}

#[test]
fn rows_are_reduced_when_waited_for() {
    let body = format!("{STORE}{FENCE}{REDUCE}{REDUCE}{READ}");
    assert_eq!(clean(&body), rows(|thread| 2 * thread));
    // The second reduction has what is written when the first has read its row.
    let again = format!("st.shared.b32 [%r2], 0;\n{FENCE}{REDUCE}{READ}");
    let body = format!("{STORE}{FENCE}{REDUCE}{READ}{again}");
    let found = clean(&body);
    assert_eq!(found[..8], [0, 0, 0, 0, 1, 2, 2, 2]);
    // Of the thread itself, a complete reduction is seen.
    let load = "ld.global.b32 %r5, [%rd4]; add.u32 %r5, %r5, 1; st.global.b32 [%rd4], %r5;";
    let body = format!("{STORE}{FENCE}{REDUCE}cp.async.bulk.wait_group 0;\n{load}");
    assert_eq!(clean(&body)[4..6], [2, 1]);
}

#[test]
fn missing_waits_and_fences_are_found() {
    let has = |body: String, kind: FindingKind| run(&body).1.has(kind);
    assert!(has(format!("{STORE}{REDUCE}{READ}"), FindingKind::Unfenced));
    assert!(has(format!("{STORE}{FENCE}{REDUCE}"), FindingKind::InFlight));
    let store = "st.global.b32 [%rd4], %r0;\n";
    let store_first = format!("{STORE}{store}{FENCE}{REDUCE}{READ}");
    assert!(has(store_first.clone(), FindingKind::Unfenced));
    assert!(!has(store_first.replace(FENCE, "fence.proxy.async;\n"), FindingKind::Unfenced));
    assert!(has(
        format!("{STORE}{FENCE}{REDUCE}{READ}").replace(", 16;", ", 12;"),
        FindingKind::Misaligned
    ));
    // A row that is overwritten, or memory that is read, before the thread has waited has other bytes.
    let overwritten = format!("{STORE}{FENCE}{REDUCE}st.shared.b32 [%r2], 100;\n{READ}");
    assert_eq!(run(&overwritten).0[4], 100);
    let load = "ld.global.b32 %r5, [%rd4]; st.global.b32 [%rd4+4], %r5;\n";
    let early = format!("{STORE}{FENCE}{REDUCE}{READ}{load}");
    assert_eq!(run(&early).0[5], 1);
}
