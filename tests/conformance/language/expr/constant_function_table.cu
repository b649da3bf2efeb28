// case: constant_function_table
// spec: [expr.const], [expr.call]
// arg: out i32[2]
// expect: [56, 2409]
constexpr int add(int a, int b) { return a + b; }
constexpr int mul(int a, int b) { return a * b; }
using Op = int (*)(int, int);
constexpr Op ops[] = {add, mul};
template <Op F> constexpr int twice(int n) { return F(n, F(n, n)); }
constexpr int fold(int const* v, int n, Op op, int start) {
    for (int i = 0; i < n; ++i) start = op(start, v[i]);
    return start;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int a = ops[0](2, 3) * 10 + ops[1](2, 3);
    out[0] = a;
    constexpr int v[] = {1, 2, 3, 4};
    static constexpr int w[] = {1, 2, 3, 4};
    constexpr int b = fold(w, 4, ops[1], 1) * 100 + twice<add>(v[2]);
    out[1] = b;
}
