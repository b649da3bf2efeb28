// case: explicit_instantiation_twice
// spec: [temp.explicit]/3
// reject: E0413 `A<int>` is instantiated explicitly a second time
template <class T> struct A {
    T v;
};
template struct A<int>;
template struct A<int>;
extern "C" __tile_global__ void test(int *p) {
    A<int> a{1};
    p[0] = a.v;
}
