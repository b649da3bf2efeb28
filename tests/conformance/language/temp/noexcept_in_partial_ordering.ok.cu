// case: noexcept_in_partial_ordering
// spec: [temp.func.order]
// arg: out i32[1]
// expect: [4]
// The conversion of the function pointer makes the first one worse.
template <class R, class... P> constexpr int f(R (*)(P...)) { return 3; }
template <class R, class... P, bool B> constexpr int f(R (*)(P...) noexcept(B)) { return 4; }
constexpr int g(int n) noexcept { return n; }
extern "C" __tile_global__ void test(int* out) { *out = f(g); }
