// case: structured_bindings
// spec: [dcl.struct.bind]
// arg: out i32[4]
// expect: [3, 10, 30, 7]
struct Pair {
    int a;
    int b;
};

extern "C" __tile_global__ void test(int* out) {
    Pair pair{1, 2};
    auto [a, b] = pair;
    a = 3;
    out[0] = a * pair.a;
    auto& [c, d] = pair;
    c = 10;
    out[1] = pair.a;
    int v[2] = {5, 6};
    auto const [x, y] = v;
    v[0] = 0;
    out[2] = x * y;
    out[3] = [&] { return d + x; }();
}
