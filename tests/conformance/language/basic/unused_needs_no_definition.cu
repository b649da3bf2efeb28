// case: unused_needs_no_definition
// spec: [basic.def.odr]/7
// arg: out i32[2]
// expect: [4, 1]
// note: in unevaluated operands and in branches that are discarded nothing is odr-used.
__tile__ int f(int);
template <bool B> __tile__ int g() { if constexpr (B) return f(1); else return 1; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(f(1));
    out[1] = g<false>();
}
