// case: nested_namespace_definition
// spec: [namespace.def]/8
// arg: out i32[3]
// expect: [1, 2, 3]
namespace a::b::c { constexpr int v = 1; }
namespace a { namespace b { constexpr int v = 2; } }
namespace a::inline x { constexpr int v = 3; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = a::b::c::v;
    out[1] = a::b::v;
    out[2] = a::v;
}
