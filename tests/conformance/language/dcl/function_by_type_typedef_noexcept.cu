// case: function_by_type_typedef_noexcept
// spec: [dcl.fct]/13
// accept: the static assertions hold
using F = int(int) noexcept;
F h;
static_assert(noexcept(h(1)));
extern "C" __tile_global__ void test(int *p) {}
