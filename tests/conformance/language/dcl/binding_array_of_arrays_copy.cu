// case: binding_array_of_arrays_copy
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    int m[2][2] = {{1, 2}, {3, 4}};
    auto [a, b] = m;
    a[0] = 9;
    return a[0] * 100 + m[0][0] * 10 + b[1];
}
static_assert(f() == 914);
extern "C" __tile_global__ void test(int *p) {}
