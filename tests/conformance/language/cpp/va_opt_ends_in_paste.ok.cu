// case: va_opt_ends_in_paste
// spec: [cpp.subst]
// accept: the ## may stand behind the parenthesis
#define H4(X, ...) __VA_OPT__(X) ## 2
extern "C" __tile_global__ void test(int* out) { *out = H4(1, 1); }
