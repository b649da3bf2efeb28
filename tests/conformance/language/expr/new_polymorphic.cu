// case: new_polymorphic
// spec: [expr.const]/5
// accept: the static assertions hold; g++ 12 refuses it
struct A {
    constexpr virtual ~A() = default;
    constexpr virtual int f() const = 0;
};
struct B : A {
    int v;
    constexpr B(int v) : v(v) {}
    constexpr int f() const override { return v; }
};
constexpr int g() {
    A *a = new B(4);
    int r = a->f();
    delete a;
    return r;
}
static_assert(g() == 4);
extern "C" __tile_global__ void test(int *p) {}
