// case: constant_destructor
// spec: [expr.const], [class.dtor]
// arg: out i32[1]
// expect: [33]
struct Guard {
    int* n;
    constexpr ~Guard() { *n += 10; }
};
constexpr int scoped() {
    int n = 1;
    {
        Guard g{&n};
        n *= 2;
    }
    for (int i = 0; i < 2; ++i) {
        Guard g{&n};
        if (i == 0) continue;
        n += 1;
    }
    return n;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int n = scoped();
    *out = n;
}
