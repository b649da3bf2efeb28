// case: ctad_requires
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T>
concept I = __is_same(T, int);
template <class T> struct S {
    T v;
    constexpr S(T v)
        requires I<T>
        : v(v) {}
};
template <class T> S(T) -> S<int>;
constexpr S s('c');
static_assert(sizeof(s) == 4);
extern "C" __tile_global__ void test(int *p) {}
