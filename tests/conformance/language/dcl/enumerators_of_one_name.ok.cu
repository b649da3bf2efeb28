// case: enumerators_of_one_name
// spec: [dcl.enum]
// accept: the same, corrected
enum Color { red, green, blue };
enum class Other { red, green };
extern "C" __tile_global__ void test(int* out) { *out = green; }
