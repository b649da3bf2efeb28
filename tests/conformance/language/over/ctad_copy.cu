// case: ctad_copy
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
constexpr S a(1);
constexpr S b(a);
constexpr S c{a};
static_assert(__is_same(decltype(b), const S<int>) && __is_same(decltype(c), const S<int>));
extern "C" __tile_global__ void test(int *p) {}
