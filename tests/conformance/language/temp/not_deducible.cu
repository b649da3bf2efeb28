// case: not_deducible
// spec: [temp.deduct.type]
// reject: E0312 no argument says what T is
template <typename T>
__tile__ T zero() {
    return T();
}

extern "C" __tile_global__ void test(int* out) { *out = zero(); }
