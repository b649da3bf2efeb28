// case: adl_namespaces
// spec: [basic.lookup.argdep]/2
// arg: out i32[6]
// expect: [1, 2, 1, 2, 1, 3]
// note: class, base, template argument, enumeration, pointer, parameter of a function type.
namespace a { struct A {}; enum E { e }; __tile__ int f(...) { return 1; } }
namespace b { struct B : a::A {}; template <class T> struct Box {}; __tile__ int f(B) { return 2; } __tile__ int g(Box<a::A>) { return 2; } }
namespace a { __tile__ int h(b::Box<A>) { return 1; } __tile__ int p(void (*)(A)) { return 3; } }

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(a::A{});
    out[1] = f(b::B{});
    out[2] = h(b::Box<a::A>{});
    out[3] = g(b::Box<a::A>{});
    out[4] = f(a::e);
    void (*q)(a::A) = nullptr;
    out[5] = p(q);
}
