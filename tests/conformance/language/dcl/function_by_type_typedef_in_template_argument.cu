// case: function_by_type_typedef_in_template_argument
// spec: [dcl.fct]/13
// accept: the static assertions hold
template <class F> constexpr int n = 0;
template <class R, class... A> constexpr int n<R(A...)> = sizeof...(A);
using F = int(int, int);
F h;
static_assert(n<decltype(h)> == 2);
extern "C" __tile_global__ void test(int *p) {}
