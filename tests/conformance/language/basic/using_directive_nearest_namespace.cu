// case: using_directive_nearest_namespace
// spec: [namespace.udir]/3, [basic.lookup.udir]
// arg: out i32[2]
// expect: [2, 1]
// note: the names appear as if in the nearest namespace that encloses both, so a name in between hides them.
namespace a { constexpr int i = 1, j = 1; }
namespace b {
constexpr int i = 2;
namespace c {
using namespace a;
__tile__ int get_i() { return i; }
__tile__ int get_j() { return j; }
}
}
extern "C" __tile_global__ void test(int* out) {
    out[0] = b::c::get_i();
    out[1] = b::c::get_j();
}
