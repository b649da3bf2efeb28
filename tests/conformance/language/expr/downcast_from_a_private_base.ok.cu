// case: downcast_from_a_private_base
// spec: [expr.static.cast]/2
// accept: the same, corrected
struct Base { int a; };
struct Derived : private Base { int b; };
extern "C" __tile_global__ void test(int* out) {
    Base base{1};
    Derived& derived = (Derived&)base;
    *out = &derived != nullptr;
}
