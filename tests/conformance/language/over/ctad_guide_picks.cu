// case: ctad_guide_picks
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    template <class U> constexpr S(U u) : v(T(u)) {}
};
S(int) -> S<long>;
S(char) -> S<short>;
constexpr S a = 1;
constexpr S b{'c'};
constexpr S c(2);
static_assert(sizeof(a.v) == 8 && sizeof(b.v) == 2 && sizeof(c.v) == 8);
extern "C" __tile_global__ void test(int *p) {}
