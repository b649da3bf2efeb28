// case: dynamic_cast_that_throws
// spec: [expr.dynamic.cast]/9, [expr.const]/5
// accept: the object is of the class
struct A {
    virtual constexpr ~A() {}
};
struct B : A {
    constexpr ~B() {}
};
constexpr int f() {
    B b;
    A& r = b;
    dynamic_cast<B&>(r);
    return 1;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr int n = f();
    *out = n;
}
