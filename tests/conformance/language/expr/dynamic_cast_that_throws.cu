// case: dynamic_cast_that_throws
// spec: [expr.dynamic.cast]/9, [expr.const]/5
// reject: E0570 a cast to a reference that fails throws
struct A {
    virtual constexpr ~A() {}
};
struct B : A {
    constexpr ~B() {}
};
constexpr int f() {
    A a;
    A& r = a;
    dynamic_cast<B&>(r);
    return 1;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr int n = f();
    *out = n;
}
