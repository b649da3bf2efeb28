// case: auto_parameter_in_template_argument
// spec: [dcl.spec.auto.general]/2
// reject: E0310 `auto` in a function type
template <class T> struct S {}; S<int(auto)> s;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
