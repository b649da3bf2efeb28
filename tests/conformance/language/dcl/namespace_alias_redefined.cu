// case: namespace_alias_redefined
// spec: [namespace.alias]/3
// reject: E0309 `n` is an alias of `a` in this scope already
namespace a {
constexpr int x = 1;
}
namespace b {}
namespace n = a;
namespace n = b;
extern "C" __tile_global__ void test(int *p) { p[0] = n::x; }
