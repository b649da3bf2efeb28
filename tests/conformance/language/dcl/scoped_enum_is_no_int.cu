// case: scoped_enum_is_no_int
// spec: [dcl.enum]/10
// reject: E0503 a scoped enumeration does not convert to int by itself
enum class Scoped { a };
extern "C" __tile_global__ void test(int* out) { *out = Scoped::a; }
