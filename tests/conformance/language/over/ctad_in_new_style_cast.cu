// case: ctad_in_new_style_cast
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
static_assert(S(1).v == 1 && S{2L}.v == 2);
static_assert(sizeof(S{2L}) == 8);
extern "C" __tile_global__ void test(int *p) {}
