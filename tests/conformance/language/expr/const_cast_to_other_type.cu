// case: const_cast_to_other_type
// spec: [expr.const.cast]
// reject: E0513 const_cast changes qualifiers only
extern "C" __tile_global__ void test(int const* in, int* out) {
    *out = static_cast<int>(*const_cast<float*>(in));
}
