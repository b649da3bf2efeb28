// case: sizeof_and_alignof
// spec: [expr.sizeof], [expr.alignof]
// arg: out i32[5]
// expect: [24, 8, 12, 1, 16]
struct Mixed {
    char c;
    double d;
    short s;
};
struct Empty {};
struct alignas(16) Aligned {
    int n;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Mixed);
    out[1] = alignof(Mixed);
    int v[3];
    out[2] = sizeof(v);
    out[3] = sizeof(Empty);
    out[4] = sizeof(Aligned) * alignof(Aligned) / 16;
}
