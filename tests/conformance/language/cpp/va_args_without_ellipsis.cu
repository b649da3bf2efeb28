// case: va_args_without_ellipsis
// spec: [cpp.replace]
// reject: E0148 only a macro with ... has a rest
#define SUM(a) (a + __VA_ARGS__)
extern "C" __tile_global__ void test(int* out) { *out = 1; }
