// case: ctad_guides_of_the_primary
// spec: [temp.deduct.guide]
// accept: a guide that was written out may lead to the partial specialisation
template <typename T>
struct A {
    T v;
    __tile__ A(T v) : v(v) {}
};
template <typename T>
struct A<T*> {
    int v;
    __tile__ A(T* p, int n) : v(n) {}
};
template <typename T>
A(T*, int) -> A<T*>;

extern "C" __tile_global__ void test(int* out) {
    A a(out, 3);
    *out = a.v;
}
