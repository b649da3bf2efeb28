// case: value_is_no_type
// spec: [basic.lookup.unqual], [dcl.type.simple]
// reject: E0304 a variable is not a type
constexpr int v = 1;
extern "C" __tile_global__ void test(int* out) { *out = static_cast<v>(2); }
