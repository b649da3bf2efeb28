// case: less_than_before_member_template
// spec: [temp.names]/3, a member template declared further down makes no template of a member, [class.mem.general]/6
// arg: out i32[4]
// expect: [1, 0, 7, 5]
struct Counted {
    int f;
    __tile__ int own() const { return g<4>() + 3; }
    template <int N> __tile__ int g() const { return f + N - 2; }
};

__tile__ int greater(Counted a, int n, int m) { return a.f < n > (m); }

struct Later {
    // Bodies of a class see what is declared behind them.
    __tile__ int first() const { return this->f<3>(); }
    template <int N> __tile__ int f() const { return N + 2; }
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = greater(Counted{2}, 3, 0);
    out[1] = greater(Counted{2}, 3, 1);
    out[2] = Counted{2}.own();
    out[3] = Later{}.first();
}
