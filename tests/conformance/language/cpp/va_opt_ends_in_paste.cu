// case: va_opt_ends_in_paste
// spec: [cpp.subst]
// reject: E0144 something stands on each side of ##
#define H1(X, ...) X __VA_OPT__(##) __VA_ARGS__
extern "C" __tile_global__ void test(int* out) { *out = 1; }
