//! Integers, bits, comparisons.

use super::{apply, apply16, apply32, apply64};

#[test]
fn sums_and_products() {
    assert_eq!(apply32("add.u32 $d, $a, $b", &[u32::MAX, 2]), 1);
    assert_eq!(apply32("add.sat.s32 $d, $a, $b", &[i32::MAX as u32, 1]), i32::MAX as u32);
    assert_eq!(apply32("sub.sat.s32 $d, $a, $b", &[i32::MIN as u32, 1]), i32::MIN as u32);
    assert_eq!(apply64("sub.u64 $d, $a, 1", &[0]), u64::MAX);
    assert_eq!(apply16("add.s16 $d, $a, -1", &[0]), 0xFFFF);
    assert_eq!(apply32("mul.lo.u32 $d, $a, $b", &[0x1_0001, 0x1_0001]), 0x2_0001);
    assert_eq!(apply32("mul.hi.u32 $d, $a, $b", &[u32::MAX, u32::MAX]), u32::MAX - 1);
    assert_eq!(apply32("mul.hi.s32 $d, $a, $b", &[-2i32 as u32, 3]), u32::MAX);
    assert_eq!(apply64("mul.hi.u64 $d, $a, $b", &[u64::MAX, u64::MAX]), u64::MAX - 1);
    assert_eq!(apply64("mul.hi.s64 $d, $a, $b", &[-5i64 as u64, 7]), u64::MAX);
    assert_eq!(apply64("mad.lo.u64 $d, $a, $b, $c", &[3, 5, 7]), 22);
    assert_eq!(apply32("mad.hi.u32 $d, $a, $b, $c", &[1 << 31, 6, 1]), 4);
    let wide = |text: &str, a: u32, b: u32| {
        let operands = [(u64::from(a), "%r#", "b32", 32), (u64::from(b), "%r#", "b32", 32)];
        apply(text, ("%rd3", "b64", 64), &operands)
    };
    assert_eq!(wide("mul.wide.u32 $d, $a, $b", u32::MAX, 2), 0x1_FFFF_FFFE);
    assert_eq!(wide("mul.wide.s32 $d, $a, $b", u32::MAX, 2), -2i64 as u64);
}

#[test]
fn quotients_truncate() {
    assert_eq!(apply32("div.s32 $d, $a, $b", &[-7i32 as u32, 2]), -3i32 as u32);
    assert_eq!(apply32("rem.s32 $d, $a, $b", &[-7i32 as u32, 2]), -1i32 as u32);
    assert_eq!(apply32("div.u32 $d, $a, $b", &[u32::MAX, 10]), 429_496_729);
    assert_eq!(apply64("rem.u64 $d, $a, $b", &[100, 7]), 2);
}

#[test]
fn signs_and_extremes() {
    assert_eq!(apply32("neg.s32 $d, $a", &[1]), u32::MAX);
    assert_eq!(apply32("abs.s32 $d, $a", &[-5i32 as u32]), 5);
    assert_eq!(apply32("min.s32 $d, $a, $b", &[u32::MAX, 1]), u32::MAX);
    assert_eq!(apply32("min.u32 $d, $a, $b", &[u32::MAX, 1]), 1);
    assert_eq!(apply64("max.s64 $d, $a, $b", &[u64::MAX, 1]), 1);
    assert_eq!(apply16("max.u16 $d, $a, $b", &[0x8000, 1]), 0x8000);
}

#[test]
fn bits() {
    assert_eq!(apply32("and.b32 $d, $a, $b", &[0xF0F0, 0xFF00]), 0xF000);
    assert_eq!(apply32("not.b32 $d, $a", &[0]), u32::MAX);
    assert_eq!(apply32("cnot.b32 $d, $a", &[0]), 1);
    // a & b | c, by the manual's way of making the table.
    let table = (0xF0u32 & 0xCC) | 0xAA;
    let text = format!("lop3.b32 $d, $a, $b, $c, {table}");
    assert_eq!(apply32(&text, &[0b1100, 0b1010, 0b0001]), 0b1001);
    assert_eq!(apply32("lop3.b32 $d, $a, $b, $c, 0x96", &[1, 2, 7]), 1 ^ 2 ^ 7);
    assert_eq!(apply32("popc.b32 $d, $a", &[0xFF01]), 9);
    assert_eq!(apply32("clz.b32 $d, $a", &[1]), 31);
    assert_eq!(apply32("brev.b32 $d, $a", &[1]), 1 << 31);
    assert_eq!(apply32("bfind.u32 $d, $a", &[0x100]), 8);
    assert_eq!(apply32("bfind.s32 $d, $a", &[u32::MAX]), u32::MAX);
    assert_eq!(apply32("bfind.shiftamt.u32 $d, $a", &[0x100]), 23);
}

#[test]
fn shifts_clamp() {
    assert_eq!(apply32("shl.b32 $d, $a, $b", &[1, 31]), 1 << 31);
    assert_eq!(apply32("shl.b32 $d, $a, $b", &[1, 32]), 0);
    assert_eq!(apply32("shr.u32 $d, $a, $b", &[u32::MAX, 40]), 0);
    assert_eq!(apply32("shr.s32 $d, $a, $b", &[1 << 31, 40]), u32::MAX);
    assert_eq!(apply64("shr.u64 $d, $a, 64", &[u64::MAX]), 0);
    assert_eq!(apply16("shr.s16 $d, $a, 4", &[0x8000]), 0xF800);
    assert_eq!(apply32("shf.l.wrap.b32 $d, $a, $b, $c", &[0x8000_0000, 1, 1]), 3);
    assert_eq!(apply32("shf.r.wrap.b32 $d, $a, $b, $c", &[2, 1, 33]), 0x8000_0001);
    assert_eq!(apply32("shf.r.clamp.b32 $d, $a, $b, $c", &[2, 1, 33]), 1);
}

#[test]
fn bytes_and_fields() {
    let (a, b) = (0x3322_1100, 0x7766_5544);
    assert_eq!(apply32("prmt.b32 $d, $a, $b, 0x6420", &[a, b]), 0x6644_2200);
    assert_eq!(apply32("prmt.b32 $d, $a, $b, 0xB3A0", &[a & 0x80FF_FFFF, 0x80]), 0);
    assert_eq!(apply32("prmt.b32 $d, $a, 0, 0x8888", &[0x80]), u32::MAX);
    assert_eq!(apply32("bfe.u32 $d, $a, 4, 8", &[0xABCD]), 0xBC);
    assert_eq!(apply32("bfe.s32 $d, $a, 4, 8", &[0xABCD]), 0xFFFF_FFBC);
    assert_eq!(apply32("bfe.s32 $d, $a, 28, 8", &[0x8000_0000]), 0xFFFF_FFF8);
    assert_eq!(apply32("bfe.u32 $d, $a, 40, 8", &[u32::MAX]), 0);
    assert_eq!(apply32("bfi.b32 $d, $a, $b, 8, 4", &[0xFF, 0]), 0xF00);
    assert_eq!(apply32("bfi.b32 $d, $a, $b, 0, 32", &[5, 9]), 5);
}

#[test]
fn comparisons() {
    let holds = |cmp: &str, a: u32, b: u32| {
        let text = format!("setp.{cmp} %p1, $a, $b; selp.b32 $d, 1, 0, %p1");
        apply32(&text, &[a, b]) == 1
    };
    assert!(holds("lt.s32", u32::MAX, 0));
    assert!(!holds("lt.u32", u32::MAX, 0));
    assert!(holds("hi.u32", u32::MAX, 0));
    let nan = f32::NAN.to_bits();
    let one = 1f32.to_bits();
    for (cmp, expected) in [("lt", false), ("ltu", true), ("ne", false), ("neu", true)] {
        assert_eq!(holds(&format!("{cmp}.f32"), nan, one), expected, "{cmp}");
    }
    assert!(holds("nan.f32", nan, one) && holds("num.f32", one, one));
    assert!(holds("eq.f32", 0x8000_0000, 0), "zeros are equal");
    assert!(!holds("eq.f32", 1, 0) && holds("eq.ftz.f32", 1, 0));
    let both = "setp.lt.u32 %p1, $a, 10; setp.gt.and.u32 %p2|%p3, $a, 5, %p1;\n\
                selp.b32 %r2, 1, 0, %p2; selp.b32 %r3, 2, 0, %p3; or.b32 $d, %r2, %r3";
    assert_eq!(apply32(both, &[7]), 1);
    assert_eq!(apply32(both, &[3]), 2);
    assert_eq!(apply32(both, &[12]), 0);
    let negated = "setp.eq.u32 %p1, $a, 0; setp.eq.and.u32 %p2, $a, $a, !%p1;\n\
                   selp.b32 $d, 1, 0, %p2";
    assert_eq!(apply32(negated, &[0]), 0);
    assert_eq!(apply32(negated, &[5]), 1);
    assert_eq!(apply32("set.lt.u32.u32 $d, $a, $b", &[1, 2]), u32::MAX);
}

#[test]
fn moves() {
    assert_eq!(
        apply32("mov.b32 {%h1, %h2}, $a; mov.b32 $d, {%h2, %h1}", &[0x1234_5678]),
        0x5678_1234
    );
    assert_eq!(apply64("mov.b64 {%r2, %r3}, $a; mov.b64 $d, {%r3, %r2}", &[1]), 1 << 32);
    assert_eq!(
        apply64(
            "mov.b64 {%h1, %h2, %h3, _}, $a; mov.b64 $d, {%h1, %h2, %h3, %h3}",
            &[0x4000_3000_2000_1000]
        ),
        0x3000_3000_2000_1000
    );
    assert_eq!(apply32("mov.u32 $d, WARP_SZ", &[]), 32);
    assert_eq!(apply32("mov.f32 $d, 0f3F800000", &[]), 0x3F80_0000);
    assert_eq!(apply64("mov.f64 $d, 0d3FF0000000000000", &[]), 0x3FF0_0000_0000_0000);
}
