// case: new_wrong_delete
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it deletes a pointer in another f
constexpr int f() {
    int *p = new int[3]{};
    delete p;
    return 0;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(); }
