// case: subscript_and_call
// spec: [over.sub], [over.call]
// arg: i32 = 3
// arg: out i32[4]
// expect: [12, 3, 9, 13]
struct Grid {
    int v[6];
    struct Row {
        int* p;
        __tile__ int& operator[](int j) const { return p[j]; }
    };
    __tile__ Row operator[](int i) { return {v + 3 * i}; }
    __tile__ int operator()() const { return v[0]; }
    __tile__ int operator()(int i, int j) const { return v[3 * i + j]; }
    template <class... Ts> __tile__ int operator()(char, Ts... ts) const { return (0 + ... + v[ts]); }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Grid g{{n, 1, 2, 3, 4, 5}};
    g[1][2] = 9;
    out[0] = g[1][2] + g[0][0];
    out[1] = g();
    out[2] = g(1, 2);
    out[3] = g('x', 0, 1, 5);
}
