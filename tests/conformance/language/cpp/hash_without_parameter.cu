// case: hash_without_parameter
// spec: [cpp.stringize]
// reject: E0143 a parameter follows # in a function-like macro
#define TEXT(a) #b
extern "C" __tile_global__ void test(int* out) { *out = 1; }
