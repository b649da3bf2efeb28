// case: dependent_base_not_searched
// spec: [temp.dep.type]
// arg: out i32[4]
// expect: [1, 2, 2, 8]
__tile__ int f() { return 1; }
template <typename T>
struct Base {
    using size = double;
    __tile__ int f() { return 2; }
};
using size = char;
template <typename T>
struct D : Base<T> {
    __tile__ int a() { return f(); }
    __tile__ int b() { return this->f(); }
    __tile__ int c() { return Base<T>::f(); }
    __tile__ int d() { return sizeof(typename Base<T>::size); }
};

extern "C" __tile_global__ void test(int* out) {
    D<int> d;
    out[0] = d.a();
    out[1] = d.b();
    out[2] = d.c();
    out[3] = d.d();
}
