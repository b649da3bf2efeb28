// case: new_leaks
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it does not delete all that it ma
constexpr int f() {
    int *p = new int(3);
    return *p;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(); }
