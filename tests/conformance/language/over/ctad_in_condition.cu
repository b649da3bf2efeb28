// case: ctad_in_condition
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
    constexpr operator bool() const { return v; }
};
constexpr int f(int i) {
    if (S s = i)
        return s.v;
    return -1;
}
static_assert(f(3) == 3 && f(0) == -1);
extern "C" __tile_global__ void test(int *p) {}
