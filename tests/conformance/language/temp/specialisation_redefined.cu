// case: specialisation_redefined
// spec: [temp.expl.spec]/1
// reject: E0309 `S<int>` is defined a second time
template <class T> struct S {};
template <> struct S<int> {
    static constexpr int n = 1;
};
template <> struct S<int> {
    static constexpr int n = 2;
};
extern "C" __tile_global__ void test(int *p) { p[0] = S<int>::n; }
