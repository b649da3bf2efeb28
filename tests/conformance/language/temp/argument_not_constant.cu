// case: argument_not_constant
// spec: [temp.arg.nontype]
// reject: E0312 a parameter of the kernel is not known at compile time
template <int N>
__tile__ int value() {
    return N;
}

extern "C" __tile_global__ void test(int n, int* out) { *out = value<n>(); }
