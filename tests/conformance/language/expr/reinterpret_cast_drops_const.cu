// case: reinterpret_cast_drops_const
// spec: [expr.reinterpret.cast]/2
// reject: E0513 qualifiers are for const_cast
extern "C" __tile_global__ void test(int* out, const unsigned* in) {
    *out = *reinterpret_cast<int*>(in);
}
