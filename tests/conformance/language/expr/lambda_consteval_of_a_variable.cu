// case: lambda_consteval_of_a_variable
// spec: [expr.const]
// reject: E0570 an immediate call needs constants
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [](int x) consteval { return x + 1; };
    *out = f(n);
}
