// case: new_escapes
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it does not delete all that it ma
constexpr int *f() { return new int(3); }
extern "C" __tile_global__ void test(int *p) { constexpr int *q = f(); }
