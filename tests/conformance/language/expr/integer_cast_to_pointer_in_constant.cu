// case: integer_cast_to_pointer_in_constant
// spec: [expr.const]/5
// reject: E0570 no constant expression casts an integer to a pointer
constexpr const int* p = (const int*)8;
extern "C" __tile_global__ void test(int* out) { *out = p != nullptr; }
