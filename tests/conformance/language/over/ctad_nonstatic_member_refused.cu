// case: ctad_nonstatic_member_refused
// spec: [over.match.class.deduct]/1
// reject: E0318 a non-static data member cannot be declared `auto`
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
struct C {
    S s = 4;
};
extern "C" __tile_global__ void test(int *p) {
    C c;
    p[0] = c.s.v;
}
