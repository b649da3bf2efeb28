// case: qualified_same_entity_twice
// spec: [namespace.qual]/3
// arg: out i32[1]
// expect: [5]
// note: the same variable found on two ways is not an ambiguity.
namespace base { constexpr int v = 5; }
namespace x { using namespace base; }
namespace y { using base::v; }
namespace z { using namespace x; using namespace y; }
extern "C" __tile_global__ void test(int* out) { out[0] = z::v; }
