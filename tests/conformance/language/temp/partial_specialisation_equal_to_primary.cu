// case: partial_specialisation_equal_to_primary
// spec: [temp.spec.partial]/1
// reject: E0413 the specialisation is not more specialised than `S` itself
template <class T> struct S {};
template <class T> struct S<T> {
    static constexpr int n = 1;
};
extern "C" __tile_global__ void test(int *p) { p[0] = S<int>::n; }
