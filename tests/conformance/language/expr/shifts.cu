// case: shifts
// spec: [expr.shift]
// arg: i32 = -16
// arg: out i64[6]
// expect: [-4, -128, 15, 1099511627776, 1024, 1]
extern "C" __tile_global__ void test(int n, long* out) {
    out[0] = n >> 2;                       // floors
    out[1] = n << 3;
    out[2] = static_cast<unsigned>(n) >> 28;
    out[3] = 1LL << 40;
    char c = 1;
    out[4] = c << 10;                      // the promoted left operand decides
    out[5] = (1 << 31) < 0;                // modulo 2^32 since C++20
}
