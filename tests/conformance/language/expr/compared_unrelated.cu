// case: compared_unrelated
// spec: [expr.rel]/4
// reject: E0570 not a constant expression: it orders pointers into different
int a, b;
extern "C" __tile_global__ void test(int *p) { constexpr bool q = &a < &b; }
