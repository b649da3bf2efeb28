// case: static_cast_drops_const
// spec: [expr.static.cast], [expr.const.cast]
// accept: const_cast does
extern "C" __tile_global__ void test(int const* in, int* out) {
    int* p = const_cast<int*>(in);
    *out = *p;
}
