// case: member_function_by_type_of_dependent_type
// spec: [dcl.fct]/13
// reject: E0310 a template argument gives this the function type `int ()`; a
template <class F> struct T {
    F g;
};
extern "C" __tile_global__ void test(int *p) { T<int()> a; }
