// case: bit_cast_incomplete
// spec: [expr.sizeof]/1 an incomplete type has no size, so that nothing can be reinterpreted as it
// reject: E0308 is declared, but its definition is missing
union U;
extern "C" __tile_global__ void test(int* p) { *p = sizeof(__builtin_bit_cast(U, 1)); }
