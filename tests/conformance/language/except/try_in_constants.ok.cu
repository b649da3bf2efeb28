// case: try_in_constants
// spec: [dcl.constexpr]/3 a constexpr function may have try blocks
// accept: nothing is thrown
struct Guard { int* n; constexpr ~Guard() { *n = *n * 3 + 1; } };
constexpr int destroyed() {
    int n = 0;
    try {
        Guard g{&n};
        n += 2;
    } catch (...) {
        n = 9;
    }
    return n;
}
static_assert(destroyed() == 7);
constexpr int left() {
    for (int i = 0; i < 3; ++i) try {
        if (i == 1) return i + 4;
    } catch (int) {
    }
    return 0;
}
static_assert(left() == 5);
constexpr int function(int n) try { return n; } catch (...) { return 2; }
static_assert(function(1) == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
