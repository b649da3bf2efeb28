// case: explicit_instantiations
// spec: [temp.explicit]
// arg: out i32[2]
// arg: i32 = 3
// expect: [3, 12]

template <class T> struct Box { T value; __tile__ T get() const { return value; } };
template struct Box<int>;
extern template struct Box<long>;
extern template short Box<short>::get() const;
template <class T> __tile__ T quad(T x) { return 4 * x; }
template __tile__ int quad<int>(int);
extern template __tile__ float quad(float);
template <class T, int N> __tile_global__ void fill(T* p) { *p = T(N); }
template __tile_global__ void fill<int, 3>(int*);
template __tile_global__ void fill<float, 4>(float* p);
extern template __tile_global__ void fill<short, 5>(short*);

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = Box<int>{n}.get();
    out[1] = quad(n);
}
