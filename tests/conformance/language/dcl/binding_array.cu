// case: binding_array
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    int r[2] = {1, 2};
    auto [x, y] = r;
    x = 5;
    return r[0] * 100 + x * 10 + y;
}
static_assert(f() == 152);
constexpr int g() {
    int r[2] = {1, 2};
    auto &[x, y] = r;
    x = 5;
    return r[0] * 10 + y;
}
static_assert(g() == 52);
constexpr int h() {
    int m[2][2] = {{1, 2}, {3, 4}};
    int s = 0;
    for (auto [a, b] : m)
        s += a * b;
    return s;
}
static_assert(h() == 14);
constexpr int i() {
    int m[2][2] = {{1, 2}, {3, 4}};
    for (auto &[a, b] : m)
        a = b;
    return m[0][0] * 10 + m[1][0];
}
static_assert(i() == 24);
constexpr int j() {
    const int r[3] = {1, 2, 3};
    auto [x, y, z] = r;
    return x + y + z + (__is_same(decltype(x), const int) ? 100 : 0);
}
static_assert(j() == 106);
constexpr int k() {
    int r[2] = {1, 2};
    const auto [x, y] = r;
    static_assert(__is_same(decltype(x), const int));
    return x + y;
}
static_assert(k() == 3);
extern "C" __tile_global__ void test(int *p) {}
