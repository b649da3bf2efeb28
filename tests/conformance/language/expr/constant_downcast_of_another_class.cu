// case: constant_downcast_of_another_class
// spec: [expr.const], [expr.static.cast]/11
// reject: E0570 the object is not a base subobject of an M
struct A { int a = 1; };
struct B { int b = 2; };
struct M : A, B { int m = 3; };
constexpr B alone;
constexpr const B* part = &alone;
constexpr const M* m = static_cast<const M*>(part);

extern "C" __tile_global__ void test(int* p) {
    p[0] = m->m;
}
