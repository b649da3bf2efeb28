// case: attributes_without_effect
// spec: [dcl.attr.unused], [dcl.attr.fallthrough], [dcl.attr.likelihood], [dcl.attr.grammar]/6
// arg: i32 = 1
// arg: out i32[2]
// expect: [30, 5]
// note: they change no meaning; unknown attributes are ignored.
[[maybe_unused]] constexpr int unused = 1;
enum E { a [[maybe_unused]], b };
[[vendor::unknown(1, "x")]] __tile__ int f([[maybe_unused]] int n) { return 5; }
extern "C" __tile_global__ void test(int n, int* out) {
    int r = 0;
    switch (n) {
        case 1: r += 10; [[fallthrough]];
        [[likely]] case 2: r += 20; break;
        [[unlikely]] default: r = 1;
    }
    out[0] = r;
    if (n) [[likely]] out[1] = f(n); else [[unlikely]] out[1] = 0;
}
