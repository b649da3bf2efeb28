// case: variable_redeclared_with_other_type
// spec: [basic.link]
// reject: E0309 all declarations of a variable have one type
extern const int limits[];
extern const float limits[4];

extern "C" __tile_global__ void test(int* out) { *out = sizeof(limits[0]); }
