//! Loads, stores, atomic operations, printing.

use super::{bytes_of, clean, run, words};
use crate::emulator::{Launch, Memory, launch};

#[test]
fn vectors_and_narrow_types() {
    let input = bytes_of([0x8081_8283, 2, 3, 4]);
    let out = clean(
        1,
        "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd0];\n\
        st.global.v2.b32 [%rd1], {%r4, %r3};\n\
        ld.global.s8 %r5, [%rd0+1]; ld.global.u8 %r6, [%rd0+1];\n\
        st.global.b32 [%rd1+8], %r5; st.global.b8 [%rd1+12], %r6;\n\
        ld.global.nc.L1::no_allocate.b16 %h1, [%rd0+2]; st.global.cs.b16 [%rd1+14], %h1;",
        &input,
        16,
    );
    assert_eq!(words(&out), [4, 3, 0xFFFF_FF82, 0x8081_0082]);
}

#[test]
fn generic_addresses() {
    let out = clean(
        32,
        ".shared .align 16 .b8 s[128];\n.local .align 8 .b8 l[8];\n\
        mov.u32 %r1, s; shl.b32 %r2, %r0, 2; add.u32 %r1, %r1, %r2;\n\
        cvt.u64.u32 %rd3, %r1; cvta.shared.u64 %rd4, %rd3;\n\
        st.b32 [%rd4], %r0; ld.shared.b32 %r3, [%r1];\n\
        mov.u64 %rd5, l; cvta.local.u64 %rd6, %rd5; st.b32 [%rd6+4], %r3;\n\
        ld.local.b32 %r4, [l+4]; cvta.to.shared.u64 %rd7, %rd4; ld.shared.b32 %r5, [%rd7];\n\
        add.u32 %r4, %r4, %r5; cvt.u64.u32 %rd8, %r2; add.u64 %rd8, %rd1, %rd8;\n\
        st.global.b32 [%rd8], %r4;",
        &[],
        128,
    );
    assert_eq!(words(&out), (0..32).map(|i| 2 * i).collect::<Vec<u32>>());
}

/// A CTA has no shared memory of other kernels of the module.
#[test]
fn shared_memory_of_several_kernels() {
    let kernel = |name: &str| {
        format!(
            ".shared .align 16 .b8 of_{name}[200000];\n.visible .entry {name}(.param .u64 to)\n.reqntid 1\n{{\n\
            .reg .b32 %r<1>;\n.reg .b64 %rd<1>;\nld.param.u64 %rd0, [to]; st.shared.b32 [of_{name}+199996], 7;\n\
            mov.u32 %r0, of_{name}; st.global.b32 [%rd0], %r0;\n}}\n"
        )
    };
    let kernels: String = ["k", "l", "m"].map(kernel).concat();
    let text = format!(".version 8.4\n.target sm_90a\n.address_size 64\n{kernels}");
    for name in ["k", "l", "m"] {
        let mut memory = Memory::new();
        let to = memory.alloc(&bytes_of([1]));
        let report = launch(&text, &Launch::new(name, [1, 1, 1], &[to]), &mut memory);
        let report = report.expect("it is PTX");
        assert!(report.findings.is_empty(), "{}", report.describe());
        assert_eq!(words(memory.bytes(to)), [0], "{name}");
    }
}

#[test]
fn atomics() {
    let input = bytes_of([10, 0, 0x3F80_0000, 7]);
    let body = "atom.global.add.u32 %r1, [%rd0], 1;\n\
        atom.relaxed.gpu.global.max.s32 %r2, [%rd0+4], %r0;\n\
        red.global.add.f32 [%rd0+8], 0f3F800000;\n\
        atom.acq_rel.sys.global.cas.b32 %r3, [%rd0+12], 7, 9;\n\
        mov.u32 %r4, %tid.x; mul.wide.u32 %rd3, %r4, 4; add.u64 %rd3, %rd1, %rd3;\n\
        st.global.b32 [%rd3], %r1;\n\
        setp.eq.u32 %p1, %r4, 31; bar.warp.sync 0xffffffff;\n\
        @%p1 ld.relaxed.gpu.global.b32 %r5, [%rd0+4]; @%p1 st.global.b32 [%rd1+128], %r5;\n\
        @%p1 ld.relaxed.gpu.global.b32 %r6, [%rd0+8]; @%p1 st.global.b32 [%rd1+132], %r6;\n\
        @%p1 ld.relaxed.gpu.global.b32 %r7, [%rd0+12]; @%p1 st.global.b32 [%rd1+136], %r7;";
    let out = words(&clean(32, body, &input, 140));
    assert_eq!(out[..32], (10..42).collect::<Vec<u32>>());
    assert_eq!(out[32..], [31, 33f32.to_bits(), 9]);
    // Wrapping counters, and pairs of halves.
    let body = "atom.global.inc.u32 %r1, [%rd0], 1; atom.global.inc.u32 %r1, [%rd0], 1;\n\
        atom.global.dec.u32 %r2, [%rd0+4], 9; atom.global.add.noftz.f16x2 %r3, [%rd0+8], %r0;\n\
        ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd0]; st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};";
    let out = clean(1, body, &bytes_of([0, 0, 0x3C00_3C00, 0]), 16);
    assert_eq!(words(&out), [0, 9, 0x3C00_3C00, 0]);
}

#[test]
fn printing() {
    let text = ".version 8.4\n.target sm_80\n.address_size 64\n\
        .extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 arguments);\n\
        .global .align 1 .b8 fmt[24] = {37, 100, 32, 37, 53, 46, 50, 102, 32, 37, 108, 108, 120, \
        32, 37, 99, 37, 37, 32, 37, 45, 51, 100, 124};\n.global .align 1 .b8 nul[1] = {0};\n\
        .visible .entry k()\n.reqntid 1\n{\n.reg .b64 %rd<8>;\n.reg .b32 %r<8>;\n\
        .local .align 8 .b8 args[40];\n\
        mov.u64 %rd0, fmt; cvta.global.u64 %rd1, %rd0; mov.u64 %rd2, args; cvta.local.u64 %rd3, %rd2;\n\
        st.local.b32 [args], -5; st.local.f64 [args+8], 0d400921FB54442D18;\n\
        st.local.b64 [args+16], 0x1234567890; st.local.b32 [args+24], 65; st.local.b32 [args+28], 7;\n\
        { .param .b64 f; .param .b64 a; .param .b32 s; st.param.b64 [f], %rd1; st.param.b64 [a], %rd3; \
        call.uni (s), vprintf, (f, a); }\n\
        { .param .b64 f; .param .b64 a; .param .b32 s; st.param.b64 [f], %rd1; st.param.b64 [a], %rd3; \
        call.uni (s), vprintf, (f, a); }\n}\n";
    let mut memory = Memory::new();
    // The two globals do not touch, so the text has to end by itself.
    let text = text.replace("fmt[24]", "fmt[25]");
    let report = launch(&text, &Launch::new("k", [1, 1, 1], &[]), &mut memory).expect("it runs");
    assert!(report.findings.is_empty(), "{}", report.describe());
    assert_eq!(report.output, "-5  3.14 1234567890 A% 7  |".repeat(2));
}

#[test]
fn counts() {
    let body = ".shared .align 16 .b8 s[4096];\n\
        mul.lo.u32 %r1, %r0, 128; mul.wide.u32 %rd3, %r0, 8; add.u64 %rd4, %rd0, %rd3;\n\
        ld.global.b32 %r2, [%rd4];\n\
        st.shared.b32 [%r1], %r2;\n\
        bar.sync 0;\n\
        ld.shared.b32 %r3, [s];";
    let (_, report) = run(64, body, &[0; 512], 0);
    let loads = report.total("ld.global");
    assert_eq!((loads.issued, loads.threads, loads.sectors, loads.min_sectors), (2, 64, 16, 8));
    let stores = report.total("st.shared");
    // The second warp stores behind the array.
    assert_eq!((stores.wavefronts, stores.bank_conflicts()), (64, 62));
    assert_eq!(report.total("ld.shared").bank_conflicts(), 0);
    assert_eq!(report.instructions().get("bar"), Some(&2));
}
