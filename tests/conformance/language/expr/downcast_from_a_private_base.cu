// case: downcast_from_a_private_base
// spec: [expr.static.cast]/2
// reject: E0317 a context that cannot convert up cannot cast down
struct Base { int a; };
struct Derived : private Base { int b; };
extern "C" __tile_global__ void test(int* out) {
    Base base{1};
    Derived& derived = static_cast<Derived&>(base);
    *out = &derived != nullptr;
}
