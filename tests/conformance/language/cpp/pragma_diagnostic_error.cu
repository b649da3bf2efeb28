// case: pragma_diagnostic_error
// spec: [cpp.pragma]
// reject: E0532 a pragma makes an error of what stands behind it
[[nodiscard]] __tile__ int seven() { return 7; }
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wunused-result"
extern "C" __tile_global__ void test(int* out) {
    seven();
    *out = 1;
}
