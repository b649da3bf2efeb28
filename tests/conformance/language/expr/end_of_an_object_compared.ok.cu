// case: end_of_an_object_compared
// spec: [expr.eq]/3, [expr.const]/5
// accept: the beginnings of two objects differ, and the end of one is not inside of another
constexpr bool equal(const int* a, const int* b) { return a == b; }
struct S {
    int a, b;
};
extern "C" __tile_global__ void test(int* out) {
    constexpr int x = 5, y = 6, z[2] = {};
    constexpr bool b = equal(&x, &y) || equal(&x + 1, &x) || equal(&x + 1, &z[1]) || equal(&x + 1, nullptr);
    constexpr S s{};
    static_assert(!b && equal(&x + 1, &x + 1) && equal(z + 2, z + 2) && equal(&s.a + 1, &s.a + 1));
    *out = b;
}
