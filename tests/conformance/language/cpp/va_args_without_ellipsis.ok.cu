// case: va_args_without_ellipsis
// spec: [cpp.replace]
// accept: with ...
#define SUM(a, ...) (a + __VA_ARGS__)
extern "C" __tile_global__ void test(int* out) { *out = SUM(1, 2); }
