// case: ctad_guides_of_the_primary
// spec: [over.match.class.deduct]
// note: constructors of a partial specialisation make no guides
// reject: E0412 only the primary template's constructors are asked
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

extern "C" __tile_global__ void test(int* out) {
    A a(out, 3);
    *out = a.v;
}
