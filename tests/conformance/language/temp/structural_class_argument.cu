// case: structural_class_argument
// spec: [temp.arg.nontype], [temp.param]
// arg: i32 = 3
// arg: out i32[5]
// expect: [18, 1, 0, 9, 7]
struct Range {
    int lo, hi;
    constexpr int size() const { return hi - lo; }
};
struct Table {
    int n;
    Range ranges[2];
    float scale = 2.0f;
};
template <Table T>
struct Scaled {
    static constexpr int total = T.ranges[0].size() + T.ranges[1].size();
    __tile__ static int apply(int x) { return x * static_cast<int>(T.scale) * T.n; }
};
template <Table A, Table B>
constexpr bool same = false;
template <Table A>
constexpr bool same<A, A> = true;
template <Range R>
__tile__ int width() {
    return R.size();
}
constexpr Table t{3, {{0, 4}, {5, 10}}};

extern "C" __tile_global__ void test(int x, int* out) {
    out[0] = Scaled<t>::apply(x);
    out[1] = same<t, Table{3, {{0, 4}, {5, 10}}, 2.0f}>;
    out[2] = same<t, Table{3, {{0, 4}, {5, 11}}}>;
    out[3] = Scaled<t>::total;
    out[4] = width<{2, 9}>();
}
