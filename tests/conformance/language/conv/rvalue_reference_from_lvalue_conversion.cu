// case: rvalue_reference_from_lvalue_conversion
// spec: [dcl.init.ref]/5
// reject: E0503 the conversion function gives an lvalue, to which no rvalue reference binds
struct A { int v; };
struct B {
    A a;
    __tile__ operator A&() { return a; }
};
extern "C" __tile_global__ void test(int* out) {
    B b{{1}};
    A&& r = b;
    *out = r.v;
}
