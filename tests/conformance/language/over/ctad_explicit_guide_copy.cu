// case: ctad_explicit_guide_copy
// spec: [over.match.class.deduct]/1
// accept: it is well-formed
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
explicit S(const char *) -> S<int>;
template <class T> struct U {
    T v;
};
extern "C" __tile_global__ void test(int *p) { S s = "x"; }
