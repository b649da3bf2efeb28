// case: constant_long_expressions
// spec: [expr.const]/5.7, [implimits]
// reject: E0571 a statement of 256 operands is more than one step
#define FOUR(x) x ^ x ^ x ^ x
constexpr int fold(int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += FOUR(FOUR(FOUR(FOUR(i))));
    return sum;
}
static_assert(fold(100) == 0);
static_assert(fold(100000) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
