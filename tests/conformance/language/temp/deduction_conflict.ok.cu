// case: deduction_conflict
// spec: [temp.arg.explicit]
// accept: the argument is written out
template <typename T>
__tile__ T larger(T a, T b) {
    return a < b ? b : a;
}

extern "C" __tile_global__ void test(int* out) { *out = larger<int>(1, 2.0); }
