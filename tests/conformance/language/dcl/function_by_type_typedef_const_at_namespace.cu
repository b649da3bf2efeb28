// case: function_by_type_typedef_const_at_namespace
// spec: [dcl.fct]/13
// reject: E0310 `int (int) const` is the type of a non-static member functio
using F = int(int) const;
F h;
extern "C" __tile_global__ void test(int *p) { h(1); }
