// case: result_built_by_a_loop
// spec: [class.copy.elision], [stmt.return]
// note: an object that a function returns may need an address while its constructor fills it
// arg: i32 = 3
// arg: out i32[4]
// expect: [1, 2, 9, 3]
struct Squares {
    int d[4]{};
    __tile__ Squares(int n) {
        for (int i = 0; i < n; ++i) d[i] = i * i;
    }
    __tile__ int sum() const {
        int s = 0;
        for (int x : d) s += x;
        return s;
    }
};
__tile__ Squares make(int n) { return Squares(n); }
__tile__ Squares choose(int n) {
    if (n > 2) return make(n - 1);
    return Squares(n + 2);
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = make(n).d[1];
    Squares s = make(n - 1);
    out[1] = s.d[n - 2] + choose(n).sum();
    out[2] = choose(n - 1).d[n];
    out[3] = s.sum() + make(n).d[n - 2] + choose(n).d[1];
}
