// case: using_declaration_conflicts
// spec: [namespace.udecl]/12
// reject: E0309 a using-declaration cannot name a variable beside another of the name
namespace n { constexpr int v = 1; }
constexpr int v = 2;
using n::v;
extern "C" __tile_global__ void test(int* out) { *out = v; }
