// case: ctad_function_parameter_refused
// spec: [over.match.class.deduct]/1
// reject: E0310 the template arguments of `S` cannot be deduced in the type of a parameter
template <class T> struct S {
    T v;
};
__tile__ int f(S s) { return 0; }
extern "C" __tile_global__ void test(int *p) { p[0] = f(S<int>{1}); }
