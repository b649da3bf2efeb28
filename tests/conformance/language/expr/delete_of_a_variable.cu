// case: delete_of_a_variable
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it deletes an object that `new` h
constexpr int f() {
    int x = 1;
    delete &x;
    return 1;
}
extern "C" __tile_global__ void test(int *p) { constexpr int y = f(); }
