// case: if_constexpr_in_host
// spec: [stmt.if]/2
// accept: the static assertions hold
template <class T> int f(T t) {
    if constexpr (sizeof(T) == 4)
        return t;
    else
        return t.x;
}
constexpr int g() {
    if constexpr (sizeof(int) == 4)
        return 1;
    else
        return 2;
}
static_assert(g() == 1);
extern "C" __tile_global__ void test(int *p) {}
