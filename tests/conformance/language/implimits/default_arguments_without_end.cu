// case: default_arguments_without_end
// spec: [temp.inst]/16
// reject: E0407 each default argument needs that of another specialisation
template <int N>
__tile__ int next(int x = next<N + 1>()) {
    return x;
}

extern "C" __tile_global__ void test(int* out) { *out = next<0>(); }
