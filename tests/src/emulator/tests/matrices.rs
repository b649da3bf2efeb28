//! `ldmatrix`, `stmatrix`, `mma.sync`, against fragments drawn in the manual.

use super::{bytes_of, clean, run, words};

/// Copies the input to shared memory `s` and meets.
fn staged(words: u32) -> String {
    format!(
        ".shared .align 16 .b8 s[{}];\nmov.u32 %r20, %r0;\n\
         fill: setp.ge.u32 %p8, %r20, {words}; @%p8 bra full;\n\
         mul.wide.u32 %rd20, %r20, 4; add.u64 %rd20, %rd0, %rd20; ld.global.b32 %r21, [%rd20];\n\
         shl.b32 %r22, %r20, 2; st.shared.b32 [%r22], %r21; add.u32 %r20, %r20, 32; bra fill;\n\
         full: bar.sync 0;\n",
        4 * words
    )
}

/// Stores `%r1`.. of each thread one after the other.
fn store(registers: u32) -> String {
    let mut body =
        format!("mul.wide.u32 %rd3, %r0, {}; add.u64 %rd3, %rd1, %rd3;\n", 4 * registers);
    for i in 0..registers {
        body.push_str(&format!("st.global.b32 [%rd3+{}], %r{};\n", 4 * i, i + 1));
    }
    body
}

/// Four matrices of 8x8 halves, element = 64 matrix + 8 row + column.
fn matrices() -> Vec<u8> {
    bytes_of((0..128).map(|word| (2 * word) | ((2 * word + 1) << 16)))
}

#[test]
fn loads() {
    for transposed in [false, true] {
        let trans = if transposed { ".trans" } else { "" };
        let body = format!(
            "{}shl.b32 %r10, %r0, 4;\n\
             ldmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 {{%r1, %r2, %r3, %r4}}, [%r10];\n{}",
            staged(128),
            store(4)
        );
        let out = words(&clean(32, &body, &matrices(), 512));
        for lane in 0..32u32 {
            for matrix in 0..4 {
                let element = |i: u32| match transposed {
                    false => 64 * matrix + 8 * (lane / 4) + 2 * (lane % 4) + i,
                    true => 64 * matrix + 8 * (2 * (lane % 4) + i) + lane / 4,
                };
                let word = out[(4 * lane + matrix) as usize];
                assert_eq!(word, element(0) | element(1) << 16, "lane {lane}, matrix {matrix}");
            }
        }
    }
}

#[test]
fn stores_are_the_inverse_of_loads() {
    for trans in ["", ".trans"] {
        let body = format!(
            "{}shl.b32 %r10, %r0, 4;\n\
             ldmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 {{%r1, %r2, %r3, %r4}}, [%r10];\n\
             bar.sync 0; mov.u32 %r11, 0;\n\
             st.shared.v4.b32 [%r10], {{%r11, %r11, %r11, %r11}};\n bar.sync 0;\n\
             stmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 [%r10], {{%r1, %r2, %r3, %r4}};\n\
             bar.sync 0;\n\
             ld.shared.v4.b32 {{%r1, %r2, %r3, %r4}}, [%r10];\n{}",
            staged(128),
            store(4)
        );
        assert_eq!(clean(32, &body, &matrices(), 512), matrices());
    }
}

#[test]
fn rows_of_a_matrix_collide_in_banks() {
    // Rows 128 bytes apart all begin in bank 0.
    let body = format!(
        "{}and.b32 %r9, %r0, 7; shl.b32 %r10, %r9, STRIDE;\n\
         ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r1}}, [%r10];",
        staged(256)
    );
    let passes = |stride: &str| {
        let (_, report) = run(32, &body.replace("STRIDE", stride), &[1; 1024], 0);
        assert!(report.findings.is_empty(), "{}", report.describe());
        report.total("ldmatrix").wavefronts
    };
    assert_eq!((passes("4"), passes("7")), (1, 8));
}

/// Runs one product: fragments are loaded from the input, a thread's registers one after the other.
fn product(text: &str, fragments: &[Vec<u64>; 3], bits: u32, results: u32) -> Vec<u64> {
    let (mut input, mut body) = (Vec::new(), String::new());
    let mut lists = Vec::new();
    let mut next = 4;
    let (class, ty) = if bits == 64 { ("%rd", "b64") } else { ("%r", "b32") };
    let size = u64::from(bits / 8);
    for fragment in fragments {
        let per_lane = fragment.len() / 32;
        let base = input.len();
        for &word in fragment {
            input.extend_from_slice(&word.to_le_bytes()[..size as usize]);
        }
        body.push_str(&format!(
            "mul.wide.u32 %rd30, %r0, {}; add.u64 %rd30, %rd0, %rd30;\n",
            per_lane as u64 * size
        ));
        let mut list = Vec::new();
        for i in 0..per_lane {
            let register = format!("{class}{next}");
            next += 1;
            let offset = base as u64 + i as u64 * size;
            body.push_str(&format!("ld.global.{ty} {register}, [%rd30+{offset}];\n"));
            list.push(register);
        }
        lists.push(format!("{{{}}}", list.join(", ")));
    }
    let out: Vec<String> = (0..results).map(|i| format!("{class}{}", next + i)).collect();
    body.push_str(&format!("{text} {{{}}}, {};\n", out.join(", "), lists.join(", ")));
    body.push_str(&format!(
        "mul.wide.u32 %rd30, %r0, {};\nadd.u64 %rd30, %rd1, %rd30;\n",
        results * bits / 8
    ));
    for (i, register) in out.iter().enumerate() {
        body.push_str(&format!("st.global.{ty} [%rd30+{}], {register};\n", i as u64 * size));
    }
    let bytes = clean(32, &body, &input, (32 * results * bits / 8) as usize);
    bytes
        .chunks_exact(size as usize)
        .map(|word| word.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
        .collect()
}

/// Small integers as the formats that appear here.
fn encode(ty: &str, x: i64) -> u64 {
    match ty {
        "s8" | "u8" => x as u8 as u64,
        "s32" => x as u32 as u64,
        "f16" => u64::from(ir::scalar::float::narrow_f16(x as f32) as u16),
        "bf16" => u64::from((x as f32).to_bits() >> 16),
        "f64" => (x as f64).to_bits(),
        // Exponent bias 7, three fraction bits: 0, 1, 2, 3 and their negatives are enough.
        "e4m3" => [0, 0x38, 0x40, 0x44][x.unsigned_abs() as usize] | if x < 0 { 0x80 } else { 0 },
        _ => u64::from((x as f32).to_bits()),
    }
}

/// Checks a product of small integers whose fragments are placed by the manual's formulas for
/// elements narrower than 64 bits: element `i` of A is in row `g` or `g + 8`, and so on.
fn check(shape: (usize, usize, usize), a: &str, d: &str) {
    let (m, n, k) = shape;
    let width = |ty: &str| match ty {
        "s8" | "e4m3" => 8,
        "f16" | "bf16" => 16,
        "f64" => 64,
        _ => 32,
    };
    let left = |row: usize, column: usize| ((3 * row + 5 * column) % 7) as i64 - 3;
    let right = |row: usize, column: usize| ((2 * row + 11 * column) % 5) as i64 - 2;
    let start = |row: usize, column: usize| (row + column) as i64 % 4;
    let per = 32 / width(a).min(32);
    let pack = |count: usize, ty: &str, element: &dyn Fn(usize, usize, usize) -> i64| {
        let per = 32 / width(ty).min(32);
        let mut words = Vec::new();
        for lane in 0..32usize {
            for reg in 0..count / 32 / per {
                words.push((0..per).fold(0, |word, i| {
                    word | encode(ty, element(lane / 4, lane % 4, reg * per + i)) << (i * width(ty))
                }));
            }
        }
        words
    };
    let fragment_a = pack(m * k, a, &|g, t, i| {
        let (reg, within) = (i / per, i % per);
        let row = if m == 16 { g + 8 * (reg % 2) } else { g };
        let column = t * per + within + 4 * per * if m == 16 { reg / 2 } else { reg };
        left(row, column)
    });
    let fragment_b = pack(k * n, a, &|g, t, i| right(t * per + i % per + 4 * per * (i / per), g));
    let fragment_c = pack(m * n, d, &|g, t, i| start(g + 8 * (i / 2), 2 * t + i % 2));
    let text = format!("mma.sync.aligned.m{m}n{n}k{k}.row.col.{d}.{a}.{a}.{d}");
    let bits = if a == "f64" { 64 } else { 32 };
    let results = (m * n / 32 / (32 / width(d).min(32))) as u32;
    let found = product(&text, &[fragment_a, fragment_b, fragment_c], bits, results);
    let wanted = pack(m * n, d, &|g, t, i| {
        let (row, column) = (g + 8 * (i / 2), 2 * t + i % 2);
        start(row, column) + (0..k).map(|j| left(row, j) * right(j, column)).sum::<i64>()
    });
    assert_eq!(found, wanted, "{text}");
}

#[test]
fn products() {
    check((16, 8, 16), "f16", "f32");
    check((16, 8, 8), "f16", "f16");
    check((16, 8, 16), "bf16", "f32");
    check((16, 8, 8), "tf32", "f32");
    check((16, 8, 4), "tf32", "f32");
    check((8, 8, 4), "f64", "f64");
    check((16, 8, 8), "f64", "f64");
    check((16, 8, 32), "s8", "s32");
    check((8, 8, 16), "s8", "s32");
    check((16, 8, 32), "e4m3", "f32");
}

#[test]
fn tf32_ignores_low_bits_and_integers_saturate() {
    let one = 1f32.to_bits();
    let a = vec![u64::from(one | 0x1FFF); 32 * 4];
    let b = vec![u64::from(one); 32 * 2];
    let c = vec![0; 32 * 4];
    let text = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32";
    assert_eq!(product(text, &[a, b, c], 32, 4)[0], u64::from(8f32.to_bits()));
    let full = |words: usize| vec![0x7F7F_7F7F; 32 * words];
    let near = vec![i32::MAX as u64; 32 * 4];
    for (sat, wanted) in
        [("", (i32::MAX as u32).wrapping_add(32 * 127 * 127)), (".satfinite", i32::MAX as u32)]
    {
        let text = format!("mma.sync.aligned.m16n8k32.row.col{sat}.s32.s8.s8.s32");
        let found = product(&text, &[full(4), full(2), near.clone()], 32, 4);
        assert_eq!(found[0], u64::from(wanted));
    }
}
