// case: dangling_reference_constant
// spec: [expr.const]/11
// reject: E0570 not a constant expression: it refers to an object that has n
struct S {
    const int &r;
};
constexpr S f() { return S{3}; }
extern "C" __tile_global__ void test(int *p) { constexpr S s = f(); }
