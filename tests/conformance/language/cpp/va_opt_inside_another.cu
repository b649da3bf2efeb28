// case: va_opt_inside_another
// spec: [cpp.subst]
// reject: E0148 it may not contain itself
#define F(x, ...) __VA_OPT__(a __VA_OPT__(b))
extern "C" __tile_global__ void test(int* out) { *out = 1; }
