// case: function_by_type_typedef_at_namespace
// spec: [dcl.fct]/13
// accept: the static assertions hold
using F = int(int);
F h;
constexpr int one = 1;
int h(int a) { return a; }
static_assert(__is_same(decltype(h), int(int)));
extern "C" __tile_global__ void test(int *p) {}
