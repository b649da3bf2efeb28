// case: nodiscard_function
// spec: [dcl.attr.nodiscard]
// warns: E0532 a cast to void says that it is meant so, nothing else
[[nodiscard("it has no other effect")]] __tile__ int twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) {
    twice(1);
    (void)twice(2);
    static_cast<void>(twice(3));
    *out = twice(4);
}
