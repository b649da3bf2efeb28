// case: nested_namespace_definitions
// spec: [namespace.def]
// arg: out i32[3]
// arg: i32 = 2
// expect: [4, 6, 4]

namespace a::inline v2::b {
constexpr int deep = 4;
}
namespace a::v1 {
constexpr int old = 6;
}
namespace short_name = a::b;

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = a::b::deep;
    out[1] = a::v1::old;
    out[2] = short_name::deep * n / 2;
}
