// case: pragma_diagnostic_ends_at_pop
// spec: [cpp.pragma]
// accept: the same, corrected
// flags: -Werror
[[nodiscard]] __tile__ int seven() { return 7; }
extern "C" __tile_global__ void test(int* out) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-result"
    seven();
    seven();
#pragma GCC diagnostic pop
    *out = 1;
}
