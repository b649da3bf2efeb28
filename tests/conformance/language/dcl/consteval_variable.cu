// case: consteval_variable
// spec: [dcl.constexpr]
// reject: E0323 only functions are immediate
consteval int size = 4;

extern "C" __tile_global__ void test(int* out) { *out = 1; }
