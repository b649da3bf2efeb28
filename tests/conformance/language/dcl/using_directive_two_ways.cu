// case: using_directive_two_ways
// spec: [namespace.udir]/6
// accept: the static assertions hold
namespace a {
constexpr int x = 1;
}
namespace b {
using namespace a;
}
namespace c {
using namespace a;
}
namespace d {
using namespace b;
using namespace c;
} // namespace d
static_assert(d::x == 1);
extern "C" __tile_global__ void test(int *p) {}
