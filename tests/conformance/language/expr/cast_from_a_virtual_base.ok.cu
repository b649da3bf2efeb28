// case: cast_from_a_virtual_base
// spec: [expr.static.cast]/2, [expr.cast]/4
// accept: the same, corrected
struct A {};
struct B : A {};
static_assert(noexcept((B&)*static_cast<A*>(nullptr)));

extern "C" __tile_global__ void test(int*) {}
