// case: qualified_lookup
// spec: [basic.lookup.qual]/1, [namespace.qual]/1
// arg: i32 = 2
// arg: out i32[4]
// expect: [2, 11, 12, 13]
constexpr int v = 11;
namespace n { constexpr int v = 12; namespace m { constexpr int v = 13; } }
extern "C" __tile_global__ void test(int v, int* out) {
    out[0] = v;
    out[1] = ::v;
    out[2] = n::v;
    out[3] = ::n::m::v;
}
