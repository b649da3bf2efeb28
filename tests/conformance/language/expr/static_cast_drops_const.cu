// case: static_cast_drops_const
// spec: [expr.static.cast], [expr.const.cast]
// reject: E0513 only const_cast casts away const
extern "C" __tile_global__ void test(int const* in, int* out) {
    int* p = static_cast<int*>(in);
    *out = *p;
}
