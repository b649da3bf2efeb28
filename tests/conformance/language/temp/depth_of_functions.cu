// case: depth_of_functions
// spec: [temp.inst], [implimits]
// reject: E0407 each body needs the next function
template <int N>
__tile__ int down() {
    return down<N + 1>() + 1;
}

extern "C" __tile_global__ void test(int* out) { *out = down<0>(); }
