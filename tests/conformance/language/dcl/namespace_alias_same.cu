// case: namespace_alias_same
// spec: [namespace.alias]/3
// accept: the static assertions hold
namespace a {
constexpr int x = 1;
}
namespace n = a;
namespace n = a;
static_assert(n::x == 1);
extern "C" __tile_global__ void test(int *p) {}
