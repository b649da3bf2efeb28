// case: lambda_return_types_differ
// spec: [dcl.spec.auto]
// reject: E0520 the two returns deduce different types
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [](int a) {
        if (a > 3) return a;
        return 1.5;
    };
    *out = f(n);
}
