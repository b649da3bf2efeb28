// case: noexcept_in_type
// spec: [except.spec]/1
// accept: the static assertions hold; g++ 12 refuses it
void f() noexcept;
void g();
static_assert(!__is_same(decltype(f), decltype(g)));
using F = void (*)() noexcept;
using G = void (*)();
static_assert(__is_convertible(F, G) && !__is_convertible(G, F));
extern "C" __tile_global__ void test(int *p) {}
