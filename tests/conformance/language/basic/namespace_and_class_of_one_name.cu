// case: namespace_and_class_of_one_name
// spec: [basic.scope.hiding], [namespace.def]
// reject: E0309 a namespace cannot share its name with a class
namespace n { constexpr int v = 1; }
struct n { int a; };
extern "C" __tile_global__ void test(int* out) { *out = n::v; }
