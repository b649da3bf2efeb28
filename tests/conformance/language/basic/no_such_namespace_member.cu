// case: no_such_namespace_member
// spec: [namespace.qual]
// reject: E0303 a qualified name is not looked for around the namespace
constexpr int v = 1;
namespace n {}
extern "C" __tile_global__ void test(int* out) { *out = n::v; }
