// case: enumeration_defined_twice
// spec: [dcl.enum]
// accept: the same, corrected
enum Color : int;
enum Color : int { red };
extern "C" __tile_global__ void test(int* out) { *out = red; }
