// case: using_declarations_in_sets
// spec: [namespace.udecl], [over.match.funcs]
// arg: i32 = 5
// arg: out i32[5]
// expect: [123, 6, 5, 7, 2]
namespace a {
__tile__ int f(int) { return 1; }
__tile__ int f(char) { return 2; }
}
namespace b {
__tile__ int f(double) { return 3; }
using a::f;
}
struct Base {
    __tile__ int g(int) { return 4; }
    __tile__ int g(double) { return 5; }
};
struct Derived : Base {
    using Base::g;
    __tile__ int g(int) { return 6; }  // hides the one of the base with the same parameters
};
struct Hides : Base {
    __tile__ int g(int) { return 7; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    using b::f;
    out[0] = f(n) * 100 + f('x') * 10 + f(1.0);
    Derived d;
    out[1] = d.g(n);
    out[2] = d.g(1.0);
    out[3] = Hides().g(1.0);
    out[4] = b::f('x');
}
