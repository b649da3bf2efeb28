// case: integer_promotion
// spec: [conv.prom], [expr.arith.conv]
// arg: out i32[6]
// expect: [300, -1, 1, 4, 65535, 0]
__tile__ int kind(int) { return 4; }
__tile__ int kind(unsigned char) { return 1; }

extern "C" __tile_global__ void test(int* out) {
    unsigned char a = 150, b = 150;
    out[0] = a + b;
    unsigned short u = 65535;
    out[1] = static_cast<short>(u);
    out[2] = (u + 1) / 65536;
    out[3] = kind(a + b);
    out[4] = u++;
    out[5] = u;
}
