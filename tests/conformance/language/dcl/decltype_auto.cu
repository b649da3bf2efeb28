// case: decltype_auto
// spec: [dcl.type.decltype]/1
// accept: the static assertions hold
int i;
decltype(auto) f() { return (i); }
decltype(auto) g() { return i; }
static_assert(__is_same(decltype(f()), int &) && __is_same(decltype(g()), int));
constexpr auto l = [](auto &&x) -> decltype(auto) { return static_cast<decltype(x)>(x); };
static_assert(__is_same(decltype(l(i)), int &) && __is_same(decltype(l(1)), int &&));
extern "C" __tile_global__ void test(int *p) {}
