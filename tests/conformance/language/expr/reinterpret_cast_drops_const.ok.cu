// case: reinterpret_cast_drops_const
// spec: [expr.reinterpret.cast]/2
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out, const unsigned* in) {
    *out = *reinterpret_cast<const int*>(in);
}
