// case: lambda_conversions
// spec: [expr.prim.lambda.closure]/8
// arg: i32 = 3
// arg: out i32[3]
// expect: [21, 4, 2]
__tile__ int apply(int (*f)(int), int n) { return f(n); }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = apply([](int k) { return k * 7; }, n);
    auto plus = +[](int k) { return k + 1; };
    out[1] = plus(n);
    int (*generic)(int) = [](auto k) { return k - 1; };
    out[2] = generic(n);
}
