// case: ctad_aggregate_nested
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct A {
    T a;
};
template <class T> struct B {
    A<T> x;
    T y;
};
constexpr B b{{1}, 2};
static_assert(b.x.a == 1 && b.y == 2);
extern "C" __tile_global__ void test(int *p) {}
