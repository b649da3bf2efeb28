// case: explicit_instantiation
// spec: [temp.explicit]
// arg: i32 = 4
// arg: out i32[3]
// expect: [8, 4, 12]
template <typename T>
struct A {
    T v;
    __tile__ T twice() const { return 2 * v; }
};
template struct A<int>;
extern template struct A<short>;
template <typename T>
__tile__ T same(T x) {
    return x;
}
template __tile__ int same<int>(int);
template __tile__ char same(char);
extern template __tile__ long same(long);
template <typename T>
constexpr T k = T(12);
template const int k<int>;
template <typename T>
__tile_global__ void kernel(T* p) {
    *p = same(T(1));
}
template __tile_global__ void kernel<float>(float*);
template __tile_global__ void kernel(double*);

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = A<int>{n}.twice();
    out[1] = same(n);
    out[2] = k<int>;
}
