//! Tensor memory: how its loads and stores place what a warp has, and which warp may use it when.
//! The findings in whole products are in
//! `tests/tests/tcgen05.rs`.

use super::{clean, run, words};
use crate::emulator::FindingKind;

/// Takes 32 columns, whose address is then in `%r1`, and that of the warp's lanes in `%r2`; gives
/// them back at the end.
fn with_columns(body: &str) -> String {
    format!(
        ".shared .align 4 .b8 s[4];\n\
         setp.lt.u32 %p1, %r0, 32;\n\
         @!%p1 bra taken;\n\
         tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;\n\
         tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n\
         taken:\n\
         bar.sync 0;\n\
         ld.shared.b32 %r1, [s];\n\
         and.b32 %r2, %r0, 96;\n\
         shl.b32 %r2, %r2, 16;\n\
         add.u32 %r2, %r1, %r2;\n\
         {body}\n\
         tcgen05.fence::before_thread_sync;\n\
         bar.sync 0;\n\
         @!%p1 bra given;\n\
         tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;\n\
         given:\n"
    )
}

/// Four registers of each thread to a row of the output.
const OUT: &str = "mul.wide.u32 %rd4, %r0, 16; add.u64 %rd4, %rd1, %rd4;\n\
     st.global.b32 [%rd4], %r20; st.global.b32 [%rd4+4], %r21;\n\
     st.global.b32 [%rd4+8], %r22; st.global.b32 [%rd4+12], %r23;";

/// Registers `%r10` to `%r17` with the thread's number times 8, plus their own.
fn numbered() -> String {
    (0..8).map(|i| format!("mad.lo.u32 %r{}, %r0, 8, {i};\n", 10 + i)).collect()
}

#[test]
fn sixteen_lanes_come_as_the_fragments_of_an_accumulator() {
    // A thread of a warp stores its lane of eight columns; then sixteen lanes are read.
    for half in [0u32, 16] {
        let body = with_columns(&format!(
            "{}tcgen05.st.sync.aligned.32x32b.x8.b32 [%r2+3], {{%r10, %r11, %r12, %r13, %r14, %r15, \
             %r16, %r17}};\n\
             tcgen05.wait::st.sync.aligned;\n\
             tcgen05.ld.sync.aligned.16x256b.x1.b32 {{%r20, %r21, %r22, %r23}}, [%r2+{}];\n\
             tcgen05.wait::ld.sync.aligned;\n{OUT}",
            numbered(),
            (half << 16) + 3
        ));
        let found = words(&clean(128, &body, &[0; 4], 128 * 16));
        for thread in 0..128u32 {
            let (warp, lane) = (thread / 32, thread % 32);
            for number in 0..4 {
                // Row g or g + 8, columns 2t and 2t + 1.
                let row = 32 * warp + half + lane / 4 + 8 * (number / 2);
                let column = 2 * (lane % 4) + number % 2;
                assert_eq!(found[(4 * thread + number) as usize], 8 * row + column);
            }
        }
    }
}

/// The kinds of what is found.
fn found(body: &str) -> Vec<FindingKind> {
    let (_, report) = run(128, &with_columns(body), &[0; 4], 128 * 16);
    report.findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn only_a_warps_own_lanes_and_the_columns_taken_are_reached() {
    let load = |at: &str| {
        format!(
            "tcgen05.ld.sync.aligned.16x256b.x1.b32 {{%r20, %r21, %r22, %r23}}, [{at}];\n\
             tcgen05.wait::ld.sync.aligned;"
        )
    };
    // The cells read are unwritten; beyond that only the address is wrong.
    assert_eq!(found(&load("%r2")), [FindingKind::UnwrittenMemory]);
    assert_eq!(found(&load("%r1")), [FindingKind::UnwrittenMemory, FindingKind::TensorMemory]);
    assert_eq!(found(&load("%r2+25")), [FindingKind::TensorMemory]);
    assert_eq!(found(&load("%r2+524288")), [FindingKind::TensorMemory]);
}

#[test]
fn what_is_not_waited_for_is_found() {
    let store = "mov.u32 %r10, 1;\n\
         tcgen05.st.sync.aligned.32x32b.x1.b32 [%r2], {%r10};\n";
    let waited = "tcgen05.wait::st.sync.aligned;\n";
    let load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r11}, [%r2];\n";
    let used = "add.u32 %r12, %r11, 1;\n";
    assert_eq!(found(&format!("{store}{waited}{load}tcgen05.wait::ld.sync.aligned;\n{used}")), []);
    assert_eq!(
        found(&format!("{store}{load}tcgen05.wait::ld.sync.aligned;\n{waited}{used}")),
        [FindingKind::InFlight]
    );
    assert!(found(&format!("{store}{waited}{load}{used}")).contains(&FindingKind::InFlight));
}

#[test]
fn columns_are_taken_once_and_given_back_as_taken() {
    let again = "@!%p1 bra again;\n\
         tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;\n\
         again:";
    assert!(found(again).contains(&FindingKind::TensorMemory));
    let less = "@!%p1 bra less;\n\
         tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 64;\n\
         less:";
    assert_eq!(found(less), [FindingKind::TensorMemory]);
}
