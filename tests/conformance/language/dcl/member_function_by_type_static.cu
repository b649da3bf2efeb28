// case: member_function_by_type_static
// spec: [dcl.fct]/13
// accept: the static assertions hold
using F = int(int);
struct T {
    static F g;
};
int T::g(int a) { return a; }
static_assert(__is_same(decltype(&T::g), int (*)(int)));
extern "C" __tile_global__ void test(int *p) {}
