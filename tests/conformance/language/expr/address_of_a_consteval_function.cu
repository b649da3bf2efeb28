// case: address_of_a_consteval_function
// spec: [expr.const]/13
// reject: E0570 there is no such function at run time
consteval int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) {
    auto f = &twice;
    *out = f(n);
}
