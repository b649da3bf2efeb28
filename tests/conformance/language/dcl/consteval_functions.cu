// case: consteval_functions
// spec: [dcl.constexpr]/5, [expr.const]/13
// arg: out i32[2]
// expect: [16, 9]
consteval int square(int n) { return n * n; }
consteval int sum(int n) { return n ? square(1) * n + sum(n - 1) : square(0); }
extern "C" __tile_global__ void test(int* out) {
    out[0] = square(4);
    out[1] = sum(3) + square(1) + 2;
}
