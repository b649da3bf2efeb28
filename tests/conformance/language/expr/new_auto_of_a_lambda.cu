// case: new_auto_of_a_lambda
// spec: [expr.new]/2 what a type is deduced from is one expression
// arg: out i32[1]
// expect: [1]
constexpr int made() {
    auto* one = new auto([] { return 1; });
    const int n = (*one)();
    delete one;
    return n;
}
constexpr int n = made();
static_assert(n == 1);
extern "C" __tile_global__ void test(int* p) { *p = n; }
