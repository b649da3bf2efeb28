// case: unsigned_wraps
// spec: [basic.fundamental]/2
// arg: u32 = 4294967295
// arg: i32 = 2147483647
// arg: out u32[3]
// expect: [1, 4294967294, 4294967291]
// note: unsigned arithmetic is modulo 2^32.
extern "C" __tile_global__ void test(unsigned a, int big, unsigned* out) {
    out[0] = a + 2u;
    out[1] = unsigned(big) * 2u;
    out[2] = a * 5u;
}
