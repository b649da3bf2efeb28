// case: scoped_enumerator_unqualified
// spec: [basic.scope.enum]
// reject: E0301 a scoped enumerator is found in its enumeration only
enum class Scoped { one };
extern "C" __tile_global__ void test(int* out) { *out = int(one); }
