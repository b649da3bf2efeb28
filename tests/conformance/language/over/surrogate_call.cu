// case: surrogate_call
// spec: [over.call.object]/2
// arg: i32 = 6
// arg: out i32[2]
// expect: [12, 4]
__tile__ constexpr int twice(int n) { return 2 * n; }
__tile__ constexpr int half(double d) { return static_cast<int>(d / 2); }
struct Fn {
    using F = int (*)(int);
    using G = int (*)(double);
    __tile__ constexpr operator F() const { return twice; }
    __tile__ constexpr operator G() const { return half; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Fn fn;
    out[0] = fn(n);
    out[1] = fn(9.0);
}
