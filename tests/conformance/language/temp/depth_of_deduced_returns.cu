// case: depth_of_deduced_returns
// spec: [temp.inst], [implimits]
// reject: E0407 the type of each body is that of the next
template <typename T>
__tile__ auto grow(T t) {
    return grow(&t);
}

extern "C" __tile_global__ void test(int* out) { *out = *grow(1); }
