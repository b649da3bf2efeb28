// case: hash_without_parameter
// spec: [cpp.stringize]
// accept: in an object-like macro # is a token like others
#define STR(...) #__VA_ARGS__
#define XSTR(...) STR(__VA_ARGS__)
#define TEXT #b
extern "C" __tile_global__ void test(int* out) { *out = XSTR(TEXT)[0]; }
