// case: namespace_alias
// spec: [namespace.alias]
// arg: out i32[3]
// expect: [7, 7, 8]
namespace long_name { namespace part { constexpr int v = 7; } constexpr int w = 8; }
namespace ln = long_name;
namespace lp = ln::part;
namespace ln = long_name;       // again, the same
extern "C" __tile_global__ void test(int* out) {
    namespace local = ::lp;
    out[0] = lp::v;
    out[1] = local::v;
    out[2] = ln::w;
}
