// case: noexcept_function_pointer
// spec: [conv.fctptr]
// arg: i32 = 4
// arg: out i32[2]
// expect: [5, 16]
__tile__ constexpr int f(int n) noexcept { return n + 1; }
__tile__ constexpr int g(int n) { return n + 2; }
template <class F> constexpr bool takes = requires(void (*use)(int (*)(int) noexcept), F f) { use(f); };
static_assert(takes<int (*)(int) noexcept>);
static_assert(!takes<int (*)(int)>);

extern "C" __tile_global__ void test(int n, int* out) {
    int (*p)(int) = f;
    out[0] = p(n);
    p = g;
    out[1] = p(n) + noexcept(f(1)) * 10 + noexcept(g(1)) * 100;
}
