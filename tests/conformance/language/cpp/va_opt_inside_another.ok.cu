// case: va_opt_inside_another
// spec: [cpp.subst]
// accept: two in a row are fine
#define F(x, ...) x __VA_OPT__(+) __VA_OPT__(1)
extern "C" __tile_global__ void test(int* out) { *out = F(1, 2); }
