//! Divergence, exchange between lanes, barriers.

use super::{clean, words};
use crate::emulator::{Launch, Memory, launch};

/// A body that leaves a word a thread in `%r1`, run by a warp.
fn each_lane(body: &str) -> Vec<u32> {
    let store = "mul.wide.u32 %rd3, %r0, 4; add.u64 %rd3, %rd1, %rd3; st.global.b32 [%rd3], %r1;";
    words(&clean(32, &format!("{body}\n{store}"), &[], 128))
}

fn lanes(f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..32).map(f).collect()
}

#[test]
fn branches_diverge_and_meet() {
    // Collatz steps: every lane loops as often as it needs.
    let body = "add.u32 %r2, %r0, 1; mov.u32 %r1, 0;\n\
        loop: setp.eq.u32 %p1, %r2, 1; @%p1 bra done;\n\
        and.b32 %r3, %r2, 1; setp.eq.u32 %p2, %r3, 0; @%p2 bra even;\n\
        mad.lo.u32 %r2, %r2, 3, 1; bra next;\n\
        even: shr.u32 %r2, %r2, 1;\n\
        next: add.u32 %r1, %r1, 1; bra.uni loop;\n\
        done: bar.warp.sync 0xffffffff;";
    let steps = |mut n: u32| {
        let mut count = 0;
        while n != 1 {
            n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
            count += 1;
        }
        count
    };
    assert_eq!(each_lane(body), lanes(|lane| steps(lane + 1)));
}

#[test]
fn shuffles() {
    let shuffle = |text: &str| each_lane(&format!("shfl.sync.{text}, 0xffffffff;"));
    assert_eq!(shuffle("bfly.b32 %r1, %r0, 5, 31"), lanes(|lane| lane ^ 5));
    assert_eq!(shuffle("idx.b32 %r1, %r0, 3, 31"), lanes(|_| 3));
    assert_eq!(
        shuffle("up.b32 %r1, %r0, 4, 0"),
        lanes(|lane| if lane < 4 { lane } else { lane - 4 })
    );
    assert_eq!(
        shuffle("down.b32 %r1, %r0, 4, 31"),
        lanes(|lane| if lane + 4 > 31 { lane } else { lane + 4 })
    );
    // Segments of eight lanes: mask 0x18 above the clamp.
    assert_eq!(shuffle("idx.b32 %r1, %r0, 3, 0x181f"), lanes(|lane| lane / 8 * 8 + 3));
    assert_eq!(
        shuffle("down.b32 %r1, %r0, 1, 0x181f"),
        lanes(|lane| if lane % 8 == 7 { lane } else { lane + 1 })
    );
    let holds =
        each_lane("shfl.sync.up.b32 %r2|%p1, %r0, 1, 0, 0xffffffff; selp.b32 %r1, 1, 0, %p1;");
    assert_eq!(holds, lanes(|lane| u32::from(lane > 0)));
}

#[test]
fn votes_and_matches() {
    let vote = |mode: &str| {
        each_lane(&format!("setp.lt.u32 %p1, %r0, 3; vote.sync.{mode}, %p1, 0xffffffff;"))[0]
    };
    assert_eq!(vote("ballot.b32 %r1"), 7);
    let holds = |mode: &str| {
        each_lane(&format!(
            "setp.lt.u32 %p1, %r0, 3; vote.sync.{mode}.pred %p2, %p1, -1; selp.b32 %r1, 1, 0, %p2;"
        ))[5]
    };
    assert_eq!([holds("all"), holds("any"), holds("uni")], [0, 1, 0]);
    assert_eq!(each_lane("redux.sync.add.u32 %r1, %r0, -1;"), lanes(|_| 496));
    assert_eq!(each_lane("redux.sync.max.s32 %r1, %r0, -1;"), lanes(|_| 31));
    let halves = "and.b32 %r2, %r0, 1; match.any.sync.b32 %r1, %r2, -1;"
        .replace("match.any.sync", "match.sync.any");
    assert!(std::panic::catch_unwind(|| each_lane("match.any.b32 %r1, %r0, -1;")).is_err());
    assert_eq!(each_lane(&halves), lanes(|lane| 0x5555_5555 << (lane % 2)));
    assert_eq!(each_lane("elect.sync %r1|%p1, -1;"), lanes(|_| 0));
}

#[test]
fn members_of_a_part_of_the_warp() {
    let body = "setp.lt.u32 %p1, %r0, 16; @!%p1 bra upper;\n\
        shfl.sync.bfly.b32 %r1, %r0, 1, 31, 0x0000ffff; bra done;\n\
        upper: shfl.sync.bfly.b32 %r1, %r0, 2, 31, 0xffff0000;\n done:";
    assert_eq!(each_lane(body), lanes(|lane| if lane < 16 { lane ^ 1 } else { lane ^ 2 }));
}

/// A body that leaves a word a thread in `%r1`, run by 128 threads.
fn each_thread(body: &str) -> Vec<u32> {
    let store = "mul.wide.u32 %rd3, %r0, 4; add.u64 %rd3, %rd1, %rd3; st.global.b32 [%rd3], %r1;";
    words(&clean(128, &format!(".shared .align 16 .b8 s[512];\n{body}\n{store}"), &[], 512))
}

#[test]
fn barriers_order_shared_memory() {
    let body = "shl.b32 %r2, %r0, 2; st.shared.b32 [%r2], %r0;\n\
        bar.sync 0;\n\
        sub.u32 %r3, 508, %r2; ld.shared.b32 %r1, [%r3];";
    assert_eq!(each_thread(body), (0..128).rev().collect::<Vec<u32>>());
}

#[test]
fn barriers_reduce() {
    assert_eq!(each_thread("setp.lt.u32 %p1, %r0, 50; bar.red.popc.u32 %r1, 0, %p1;")[77], 50);
    let body = "setp.lt.u32 %p1, %r0, 200; bar.red.and.pred %p2, 0, %p1;\n\
        setp.lt.u32 %p3, %r0, 0; bar.red.or.pred %p4, 1, 128, %p3;\n\
        selp.b32 %r2, 1, 0, %p2; selp.b32 %r3, 2, 0, %p4; or.b32 %r1, %r2, %r3;";
    assert_eq!(each_thread(body)[100], 1);
}

#[test]
fn named_barriers_and_arrivals() {
    // Warps 0 and 1 produce and go on, warps 2 and 3 consume.
    let body = "shl.b32 %r2, %r0, 2; setp.lt.u32 %p1, %r0, 64; @!%p1 bra consume;\n\
        st.shared.b32 [%r2], %r0; bar.arrive 3, 128; mov.u32 %r1, 0; bra done;\n\
        consume: bar.sync 3, 128; sub.u32 %r3, %r2, 256; ld.shared.b32 %r1, [%r3];\n done:";
    let expected: Vec<u32> = (0..128).map(|i: u32| i.saturating_sub(64)).collect();
    assert_eq!(each_thread(body), expected);
}

#[test]
fn spinning_lanes_let_others_go_on() {
    // Lane 0 spins until lane 1 stores; both are in one warp, in different places.
    let body = "mov.u32 %r1, 1; setp.eq.u32 %p1, %r0, 0; @%p1 bra spin;\n\
        setp.eq.u32 %p2, %r0, 1; @%p2 st.release.gpu.global.b32 [%rd0], 7; bra done;\n\
        spin: ld.acquire.gpu.global.b32 %r1, [%rd0]; setp.ne.u32 %p3, %r1, 7; @%p3 bra spin;\n done:";
    let store = "mul.wide.u32 %rd3, %r0, 4; add.u64 %rd3, %rd1, %rd3; st.global.b32 [%rd3], %r1;";
    let out = words(&clean(32, &format!("{body}\n{store}"), &[0; 4], 128));
    assert_eq!(out[..2], [7, 1]);
}

/// CTA number 0 waits for what the last one publishes.
#[test]
fn ctas_wait_for_later_ones() {
    let text = ".version 8.4\n.target sm_80\n.address_size 64\n\
        .visible .entry k(.param .u64 a, .param .u64 out)\n.reqntid 32, 1, 1\n{\n\
        .reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .pred %p<8>;\n\
        ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [out];\n\
        mov.u32 %r0, %tid.x; setp.ne.u32 %p0, %r0, 0; @%p0 ret;\n\
        mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; sub.u32 %r2, %r2, 1;\n\
        setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, %r2;\n\
        @%p2 st.global.b32 [%rd1], 42; @%p2 fence.acq_rel.gpu;\n\
        @%p2 st.relaxed.gpu.global.b32 [%rd0], 1;\n\
        @!%p1 ret;\n\
        wait: ld.relaxed.gpu.global.b32 %r3, [%rd0]; setp.eq.u32 %p3, %r3, 0; @%p3 bra wait;\n\
        FENCE ld.global.b32 %r4, [%rd1]; st.global.b32 [%rd1+4], %r4;\n}\n";
    for (fence, is_ordered) in [("fence.acq_rel.gpu;", true), ("", false)] {
        let mut memory = Memory::new();
        let args = [memory.alloc(&[0; 4]), memory.alloc(&[0; 8])];
        let text = text.replace("FENCE", fence);
        let report =
            launch(&text, &Launch::new("k", [3, 1, 1], &args), &mut memory).expect("it runs");
        assert_eq!(words(memory.bytes(args[1])), [42, 42]);
        assert_eq!(report.findings.is_empty(), is_ordered, "{}", report.describe());
    }
}

#[test]
fn clusters() {
    let text = ".version 8.4\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 out)\n.reqntid 32, 1, 1\n.reqnctapercluster 2, 1, 1\n\
        .blocksareclusters\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n\
        ld.param.u64 %rd0, [out];\n\
        mov.u32 %r0, %ctaid.x; mov.u32 %r1, %clusterid.x; mov.u32 %r2, %nclusterid.x;\n\
        mov.u32 %r3, %cluster_ctarank; mov.u32 %r4, %nctaid.x;\n\
        barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;\n\
        mul.wide.u32 %rd1, %r0, 16; add.u64 %rd1, %rd0, %rd1; mov.u32 %r5, %tid.x;\n\
        .reg .pred %p<2>; setp.eq.u32 %p0, %r5, 0;\n\
        @%p0 st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};\n}\n";
    let mut memory = Memory::new();
    let out = memory.alloc(&[0; 96]);
    let report = launch(text, &Launch::new("k", [3, 1, 1], &[out]), &mut memory).expect("it runs");
    assert!(report.findings.is_empty(), "{}", report.describe());
    let expected: Vec<u32> = (0..6).flat_map(|cta| [cta / 2, 3, cta % 2, 6]).collect();
    assert_eq!(words(memory.bytes(out)), expected);
}
