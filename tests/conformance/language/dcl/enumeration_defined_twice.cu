// case: enumeration_defined_twice
// spec: [dcl.enum]
// reject: E0309 even where nobody uses it
enum Color { red };
enum Color { green };
extern "C" __tile_global__ void test(int* out) { *out = 1; }
