// case: va_opt_without_parentheses
// spec: [cpp.subst]
// accept: they do
#define F(...) 1 __VA_OPT__(+)
extern "C" __tile_global__ void test(int* out) { *out = F(x) 1; }
