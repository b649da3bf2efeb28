// case: using_declaration_fixed_at_its_place
// spec: [namespace.udecl]/11
// arg: out i32[2]
// expect: [1, 2]
// note: a using-declaration brings in what is declared there; a later overload is not meant.
namespace n { __tile__ int f(int) { return 1; } }
using n::f;
namespace n { __tile__ int f(char) { return 2; } }
__tile__ int early() { return f('a'); }
namespace m { using n::f; __tile__ int late() { return f('a'); } }
extern "C" __tile_global__ void test(int* out) { out[0] = early(); out[1] = m::late(); }
