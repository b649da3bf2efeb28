// case: variable_of_type_void
// spec: [dcl.meaning], [basic.fundamental]/13
// reject: E0308 an object cannot be void
extern "C" __tile_global__ void test(int* out) { void v; *out = 1; }
