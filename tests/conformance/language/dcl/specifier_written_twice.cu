// case: specifier_written_twice
// spec: [dcl.spec]
// reject: E0208 each decl-specifier once

static constexpr constexpr int four = 4;
extern "C" __tile_global__ void test(int* out, int n) {
    *out = n + four;
}
