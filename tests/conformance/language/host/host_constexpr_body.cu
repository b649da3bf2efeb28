// case: host_constexpr_body
// spec: tile: host code
// arg: out i32[1]
// arg: i32 = 3
// expect: [6]
// note: a constexpr function may be called by tile code and is not: its body may hold anything.

constexpr int hash(const char* text) {
    int h = 0;
    FOR_EACH(text, c) { h = h * 31 + c }
    return h;
}

constexpr __tile__ int twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out, int n) { *out = twice(n); }
