// case: ctad_member_static
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
struct C {
    static constexpr S s = 4;
    static inline S t{2L};
};
static_assert(C::s.v == 4 && sizeof(C::t) == 8);
extern "C" __tile_global__ void test(int *p) {}
