// case: attribute_pack_expansion
// spec: [dcl.attr.grammar]
// arg: out i32[3]
// arg: i32 = 1
// expect: [16, 4, 8]

template <class... T>
struct alignas(T...) Strictest { char c; };
template <int... N>
struct [[vendor::sizes(N)...]] Aligned { alignas(N...) char c; };
struct alignas(16) Wide { int x; };
static_assert(alignof(Strictest<>) == 1);

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = alignof(Strictest<char, Wide, int>);
    out[1] = alignof(Strictest<short, int, char>);
    out[2] = alignof(Aligned<1, 8, 2>) * n;
}
