// case: member_of_an_unrelated_class
// spec: [expr.ref]/6, [class.qual]
// accept: the same, corrected
// accept: the same, corrected
struct A {
    static constexpr int n = 1;
    enum { e = 2 };
};
struct B : A {
    int own = 3;
};
extern "C" __tile_global__ void test(int* out) {
    B b;
    *out = b.A::n + b.A::e;
}
