// case: cast_from_a_virtual_base
// spec: [expr.static.cast]/2, [expr.cast]/4
// reject: E0503 the way back from a virtual base is not static
struct A {};
struct B : virtual A {};
static_assert(noexcept((B&)*static_cast<A*>(nullptr)));

extern "C" __tile_global__ void test(int*) {}
