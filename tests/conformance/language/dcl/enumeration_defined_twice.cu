// case: enumeration_defined_twice
// spec: [dcl.enum]
// reject: E0309 even if it is unused
enum Color { red };
enum Color { green };
extern "C" __tile_global__ void test(int* out) { *out = 1; }
