// case: ctad_array_aggregate
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T, unsigned long N> struct A {
    T v[N];
};
constexpr A a{{1, 2, 3}};
static_assert(sizeof(a) == 12);
extern "C" __tile_global__ void test(int *p) {}
