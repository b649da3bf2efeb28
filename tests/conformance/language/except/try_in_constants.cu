// case: try_in_constants
// spec: [expr.const]/5 a throw-expression is not a constant
// reject: E0570 throws an exception
constexpr int caught() {
    try {
        throw 1;
    } catch (...) {
        return 2;
    }
    return 1;
}
static_assert(caught() == 2);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
