// case: virtual_bases_in_constants
// spec: [dcl.constexpr]/5 a class without virtual bases has
// accept: the base is not virtual, and no object of the other class is made
struct A { int a = 3; static constexpr int k = 4; };
struct B : A {};
struct C : virtual A {};
static_assert(B().a == 3 && C::k == 4);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
