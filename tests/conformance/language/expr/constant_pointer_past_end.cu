// case: constant_pointer_past_end
// spec: [expr.add]/4.3
// reject: E0570 the pointer itself leaves the array
constexpr bool far() {
    int a[3] = {};
    return a + 4 == a;
}
static_assert(!far());

extern "C" __tile_global__ void test(int* out) { *out = 1; }
