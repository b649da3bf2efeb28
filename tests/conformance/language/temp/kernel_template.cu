// case: kernel_template
// spec: [temp.explicit]
// arg: out i32[2]
// expect: [12, 4]
template <typename T, int N>
__tile__ int fill(T* p) {
    for (int i = 0; i < N; ++i) p[i] = static_cast<T>(N);
    return N * sizeof(T);
}

extern "C" __tile_global__ void test(int* out) {
    short v[6];
    out[0] = fill<short, 6>(v);
    out[1] = v[5] - 2;
}
