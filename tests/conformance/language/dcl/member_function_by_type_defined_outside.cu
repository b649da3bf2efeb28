// case: member_function_by_type_defined_outside
// spec: [dcl.fct]/13
// accept: the static assertions hold
using F = int(int) const;
struct T {
    F g;
    int v;
};
constexpr int one = 1;
int T::g(int a) const { return v + a; }
static_assert(__is_same(decltype(&T::g), int (T::*)(int) const));
extern "C" __tile_global__ void test(int *p) {}
