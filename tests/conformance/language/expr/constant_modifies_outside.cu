// case: constant_modifies_outside
// spec: [expr.const]/5.16
// reject: E0570 the object began outside of the evaluation
constexpr int table[2] = {1, 2};
constexpr int poke() {
    const_cast<int&>(table[0]) = 5;
    return 1;
}
static_assert(poke() == 1);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
