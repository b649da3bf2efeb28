// case: kernel_templates
// spec: [temp.explicit], tile: 2.1
// arg: i32 = 5
// arg: out i32[2]
// expect: [10, 16]
template <typename T, int N = 2>
__tile__ T scale(T x) {
    return N * x;
}
template <typename T, int N, template <typename> class Op>
__tile_global__ void k(T* p, T x) {
    *p = Op<T>::apply(x) + N;
}
template <typename T>
struct Twice {
    __tile__ static T apply(T x) { return scale<T>(x); }
};
template __tile_global__ void k<int, 3, Twice>(int*, int);
template __tile_global__ void k<float, 4, Twice>(float* p, float x);
extern template __tile_global__ void k<double, 5, Twice>(double*, double);

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = Twice<int>::apply(n);
    out[1] = scale<int, 4>(n - 1);
}
