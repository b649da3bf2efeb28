// case: alignas_of_an_incomplete_class
// spec: [dcl.align]/3
// accept: the same, corrected
struct U {
    long x;
};
template <class T>
struct alignas(T) A {
    int x;
};

extern "C" __tile_global__ void test(int* out) {
    A<U> a{1};
    out[0] = a.x;
}
