// case: error_directive
// spec: [cpp.error]
// reject: E0135 the message is the text of the line
#error this configuration isn't supported
extern "C" __tile_global__ void test(int* out) { *out = 1; }
