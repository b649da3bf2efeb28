// case: new_double_delete
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it refers to an object whose life
constexpr int f() {
    int *p = new int(3);
    delete p;
    delete p;
    return 0;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(); }
