// case: qualified_ambiguous
// spec: [namespace.qual]/2
// reject: E0302 two nominated namespaces have different variables of the name
namespace x { constexpr int v = 1; }
namespace y { constexpr int v = 2; }
namespace z { using namespace x; using namespace y; }
extern "C" __tile_global__ void test(int* out) { *out = z::v; }
