// case: variable_defined_twice
// spec: [basic.def.odr]
// reject: E0309 a variable has one definition
constexpr int width = 16;
constexpr int width = 32;

extern "C" __tile_global__ void test(int* out) { *out = width; }
