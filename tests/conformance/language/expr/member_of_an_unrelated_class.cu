// case: member_of_an_unrelated_class
// spec: [expr.ref]/6, [class.qual]
// reject: E0303 E0303 a static member is one of the object's class or of a base, too, and an enumerator
struct A {
    static constexpr int n = 1;
    enum { e = 2 };
};
struct B {
    int own = 3;
};
extern "C" __tile_global__ void test(int* out) {
    B b;
    *out = b.A::n + b.A::e;
}
