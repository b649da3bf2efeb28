// case: inherited_copy_excluded
// spec: [class.inhctor.init]/1
// reject: E0312 no constructor of `D` takes (B)
struct B {
    int k = 1;
    constexpr B() {}
    constexpr B(const B &) : k(5) {}
};
struct D : B {
    using B::B;
};
extern "C" __tile_global__ void test(int *p) {
    B b;
    D d(b);
    p[0] = d.k;
}
