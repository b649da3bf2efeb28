// case: inherited_default_ctor_host_var
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k;
    constexpr B(int x = 7) : k(x) {}
};
struct D : B {
    using B::B;
    constexpr D(char) : B(1) {}
};
constexpr int f() {
    D d;
    return d.k;
}
static_assert(f() == 7);
extern "C" __tile_global__ void test(int *p) {}
