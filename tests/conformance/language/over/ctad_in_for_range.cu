// case: ctad_in_for_range
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
constexpr int f() {
    int a[2] = {1, 2};
    int r = 0;
    for (S s : a)
        r += s.v;
    return r;
}
static_assert(f() == 3);
extern "C" __tile_global__ void test(int *p) {}
