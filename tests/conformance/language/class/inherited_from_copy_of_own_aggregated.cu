// case: inherited_from_copy_of_own_aggregated
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k;
    constexpr B(int x) : k(x) {}
};
struct D : B {
    using B::B;
    int m = 4;
};
static_assert(D(2).m == 4 && D{3}.k == 3);
extern "C" __tile_global__ void test(int *p) {}
