// case: conflicting_type_words
// spec: [dcl.type]/2
// reject: E0208 a type is either short or long
extern "C" __tile_global__ void test(int* out) { short long x = 1; *out = x; }
