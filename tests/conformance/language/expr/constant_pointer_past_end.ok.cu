// case: constant_pointer_past_end
// spec: [expr.add]/4.3
// accept: one past the last element is fine
constexpr bool far() {
    int a[3] = {};
    return a + 3 == a;
}
static_assert(!far());

extern "C" __tile_global__ void test(int* out) { *out = 1; }
