// case: extern_template
// spec: [temp.explicit]/2
// accept: the static assertions hold
template <class T> constexpr T f(T t) { return t; }
extern template int f<int>(int);
static_assert(f(3) == 3);
extern "C" __tile_global__ void test(int *p) {}
