// case: noexcept_deduced
// spec: [except.spec]/1
// accept: the static assertions hold
template <bool N> constexpr bool n(void (*)() noexcept(N)) { return N; }
void f() noexcept;
void g();
static_assert(n(f) && !n(g));
extern "C" __tile_global__ void test(int *p) {}
