// case: noexcept_in_the_type
// spec: [except.spec], [conv.fctptr]
// arg: i32 = 4
// arg: out i32[3]
// expect: [8, 12, 1]
// note: noexcept is part of the function type; a pointer loses it implicitly.
__tile__ int twice(int n) noexcept { return 2 * n; }
__tile__ int thrice(int n) { return 3 * n; }
template <typename F>
constexpr bool is_quiet = false;
template <typename R, typename... A>
constexpr bool is_quiet<R (*)(A...) noexcept> = true;

extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int (*f)(int) = twice;
    constexpr int (*g)(int) = thrice;
    out[0] = f(n);
    out[1] = g(n);
    out[2] = is_quiet<decltype(&twice)> && !is_quiet<decltype(&thrice)>;
}
