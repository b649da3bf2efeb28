// case: explicit_argument_with_qualifiers
// spec: [temp.arg.explicit], [temp.explicit]
// note: an argument that is written out is not deduced again: const T of const int is const int
// arg: i32 = 5
// arg: out i32[3]
// expect: [6, 7, 8]
template <class T> __tile__ int pointee(const T* p) { return *p + 1; }
template __tile__ int pointee<const int>(const int*);
template <class T> __tile__ int referent(T&& r) { return r + 2; }
template __tile__ int referent<int&>(int&);
template <class T> __tile__ int both(const T& r) { return r + 3; }
template <> __tile__ int both<int&>(int& r) { return r + 3; }
extern "C" __tile_global__ void test(int n, int* out) {
    const int m = n;
    int (*first)(const int*) = &pointee<const int>;
    int (*second)(int&) = &referent<int&>;
    out[0] = first(&m);
    out[1] = second(n);
    out[2] = both<int&>(n);
}
