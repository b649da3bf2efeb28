// case: new_vector
// spec: [expr.const]/5
// accept: the static assertions hold
template <class T> struct V {
    T *p;
    int n;
    constexpr V() : p(nullptr), n(0) {}
    constexpr ~V() { delete[] p; }
    constexpr void push(T t) {
        T *q = new T[n + 1];
        for (int i = 0; i < n; ++i)
            q[i] = p[i];
        q[n] = t;
        delete[] p;
        p = q;
        ++n;
    }
};
constexpr int f() {
    V<int> v;
    for (int i = 0; i < 5; ++i)
        v.push(i * i);
    int r = 0;
    for (int i = 0; i < v.n; ++i)
        r += v.p[i];
    return r;
}
static_assert(f() == 30);
extern "C" __tile_global__ void test(int *p) {}
