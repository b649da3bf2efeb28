// case: deduction_conflict
// spec: [temp.deduct.type]
// reject: E0312 T would be both int and double
template <typename T>
__tile__ T larger(T a, T b) {
    return a < b ? b : a;
}

extern "C" __tile_global__ void test(int* out) { *out = larger(1, 2.0); }
