// case: arrays_copied_in_constants
// spec: [expr.const]
// reject: E0571 each round copies a million numbers, which are not one step
struct Numbers { int values[1 << 19]; };
constexpr int copies(int count) {
    Numbers from{};
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        Numbers to = from;
        sum += to.values[i];
    }
    return sum;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr int sum = copies(1000);
    *out = sum;
}
