// case: binding_range_of_const
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    const int m[2][2] = {{1, 2}, {3, 4}};
    int s = 0;
    for (auto [a, b] : m) {
        static_assert(__is_same(decltype(a), const int));
        s += a;
    }
    return s;
}
static_assert(f() == 4);
extern "C" __tile_global__ void test(int *p) {}
