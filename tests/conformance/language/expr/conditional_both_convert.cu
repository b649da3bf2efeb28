// case: conditional_both_convert
// spec: [expr.cond]/4
// reject: E0512 each class converts to the other
struct B;
struct A {
    int n = 0;
    __tile__ A() {}
    __tile__ A(B const&) {}
};
struct B {
    __tile__ B() {}
    __tile__ B(A const&) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    A a;
    B b;
    n ? a : b;
    *out = 1;
}
