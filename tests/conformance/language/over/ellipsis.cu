// case: ellipsis
// spec: [over.ics.ellipsis]
// arg: out i32[3]
// expect: [2, 1, 43]
struct Any {
    __tile__ Any(int) {}
};
__tile__ constexpr int f(...) { return 1; }
__tile__ int f(Any) { return 2; }
__tile__ constexpr int g(int, ...) { return 3; }
__tile__ constexpr int g(int, double) { return 4; }

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(5);  // even a user-defined conversion is better
    constexpr int one = f(nullptr);
    constexpr int two = g(1, 2) * 10 + g(1, nullptr);
    out[1] = one;
    out[2] = two;
}
