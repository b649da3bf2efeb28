// case: using_declaration_two_ways
// spec: [namespace.udir]/6
// accept: the static assertions hold
namespace a {
constexpr int f() { return 1; }
} // namespace a
namespace b {
using a::f;
}
namespace c {
using a::f;
}
namespace d {
using b::f;
using c::f;
} // namespace d
static_assert(d::f() == 1);
extern "C" __tile_global__ void test(int *p) {}
