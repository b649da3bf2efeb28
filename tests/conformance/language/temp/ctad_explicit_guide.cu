// case: ctad_explicit_guide
// spec: [over.match.class.deduct], [over.match.copy]
// reject: E0412 copy-initialisation does not take an explicit guide
template <typename T>
struct A {
    T v;
};
template <typename T>
explicit A(T) -> A<T>;
struct From {
    template <typename T>
    __tile__ operator A<T>() const {
        return {};
    }
};

extern "C" __tile_global__ void test(int* out) {
    A a = 1;
    *out = a.v;
}
