// case: noexcept_in_partial_ordering
// spec: [temp.func.order]
// reject: E0501 neither template is more specialised, as clang and g++ have it
template <class R, class... P> constexpr int f(R (*)(P...)) { return 3; }
template <class R, class... P, bool B> constexpr int f(R (*)(P...) noexcept(B)) { return 4; }
constexpr int g(int n) { return n; }
extern "C" __tile_global__ void test(int* out) { *out = f(g); }
