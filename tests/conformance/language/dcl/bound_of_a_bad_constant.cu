// case: bound_of_a_bad_constant
// spec: [dcl.constexpr]/6
// reject: E0301 what uses the constant has no mistake of its own
extern const int limit;
constexpr int limit = nothing;
extern "C" __tile_global__ void test(int* out) { int a[limit]; a[0] = limit; *out = a[0]; }
