// case: enumerators_of_one_name
// spec: [dcl.enum]
// reject: E0309 two enumerators are called alike
enum Color { red, green, red };
extern "C" __tile_global__ void test(int* out) { *out = green; }
