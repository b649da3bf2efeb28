// case: va_opt_without_parentheses
// spec: [cpp.subst]
// reject: E0148 tokens in parentheses follow __VA_OPT__
#define F(...) f __VA_OPT__
extern "C" __tile_global__ void test(int* out) { *out = 1; }
