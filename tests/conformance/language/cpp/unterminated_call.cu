// case: unterminated_call
// spec: [cpp.replace]
// reject: E0147 the file ends inside the arguments
#define ADD(a, b) ((a) + (b))
extern "C" __tile_global__ void test(int* out) { *out = 1; }
constexpr int x = ADD(1, 2;
