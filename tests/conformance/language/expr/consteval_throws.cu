// case: consteval_throws
// spec: [expr.const]/5.26
// reject: E0570 the error is that of the immediate invocation
struct Positive {
    int n;
    consteval Positive(int v) : n(v > 0 ? v : throw "not positive") {}
};
__tile__ int take(Positive p) { return p.n; }

extern "C" __tile_global__ void test(int* out) { *out = take(-1); }
