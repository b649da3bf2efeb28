// case: using_directive_ambiguous
// spec: [namespace.udir]/6
// reject: E0302 `x` is ambiguous
namespace a {
constexpr int x = 1;
}
namespace b {
constexpr int x = 2;
}
using namespace a;
using namespace b;
extern "C" __tile_global__ void test(int *p) { p[0] = x; }
