// case: member_function_by_type_template_param
// spec: [dcl.fct]/13
// accept: the static assertions hold
template <class F> struct T {
    F g;
};
T<int> a;
static_assert(sizeof(a) == 4);
extern "C" __tile_global__ void test(int *p) {}
