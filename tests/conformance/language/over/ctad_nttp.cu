// case: ctad_nttp
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
template <S s> constexpr auto n = s.v;
static_assert(n<3> == 3 && n<'c'> == 'c');
extern "C" __tile_global__ void test(int *p) {}
