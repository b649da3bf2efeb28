// case: virtual_bases_in_constants
// spec: [dcl.constexpr]/5 a class with virtual bases has no constexpr constructor
// reject: E0570 creates an object with virtual bases
struct A { int a = 3; };
struct B : virtual A {};
static_assert(B().a == 3);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
