// case: pragma_diagnostic_error
// spec: [cpp.pragma]
// accept: the same, corrected
[[nodiscard]] __tile__ int seven() { return 7; }
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wunused-result"
#pragma clang diagnostic pop
extern "C" __tile_global__ void test(int* out) {
    (void)seven();
    *out = 1;
}
