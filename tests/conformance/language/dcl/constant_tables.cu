// case: constant_tables
// spec: [dcl.constexpr], [class.static.data]
// arg: i32 = 5
// arg: out i32[2]
// expect: [25, 8]
struct Squares {
    int v[8];
};
constexpr Squares make() {
    Squares s{};
    for (int i = 0; i < 8; ++i) s.v[i] = i * i;
    return s;
}
constexpr Squares squares = make();

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = squares.v[n];
    constexpr int count = sizeof(squares.v) / sizeof(int);
    out[1] = count;
}
