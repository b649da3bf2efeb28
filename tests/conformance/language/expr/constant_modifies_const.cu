// case: constant_modifies_const
// spec: [expr.const]/5.8, [dcl.type.cv]/4
// reject: E0570 a const object is modified
constexpr int poke() {
    int const n = 1;
    const_cast<int&>(n) = 5;
    return n;
}
static_assert(poke() == 5);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
