// case: list_has_no_type
// spec: [temp.deduct.type]
// reject: E0312 a braced list deduces nothing for T
template <typename T>
__tile__ int any(T const&) {
    return sizeof(T);
}

extern "C" __tile_global__ void test(int* out) { *out = any({1, 2}); }
