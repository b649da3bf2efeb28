// case: lambda_init_captures
// spec: [expr.prim.lambda.capture]
// arg: i32 = 4
// arg: out i32[8]
// expect: [5, 4, 14, 6, 3, 24, 4, 12]
struct Move {
    int v;
    __tile__ Move(int v) : v(v) {}
    Move(Move const&) = delete;
    __tile__ Move(Move&& o) : v(o.v) { o.v = 0; }
};
template <typename... T>
__tile__ int packs(T... v) {
    auto sum = [... w = v * 2] { return (0 + ... + w); };
    auto refs = [&... r = v] { return (1 * ... * r); };
    ((v += 1), ...);
    return sum() + refs();
}
template <typename... T>
__tile__ int forwarded(T&&... v) {
    return [... w = static_cast<T&&>(v)]() { return (0 + ... + w.v); }();
}

extern "C" __tile_global__ void test(int n, int* out) {
    auto a = [x = n + 1] { return x; };
    out[0] = a();
    int y = n;
    auto b = [&r = y] { return r; };
    out[1] = b();
    auto c = [y = y * 2, z = y + 2] { return y + z; };
    out[2] = c();
    auto d = [&y, x = 2] { return y + x; };
    out[3] = d();
    Move m(3);
    auto e = [m = static_cast<Move&&>(m)] { return m.v; };
    out[4] = e() + m.v;
    out[5] = packs(1, 2, n) - 20;
    out[6] = forwarded(Move(1), Move(n - 1));
    auto f = [v{n}, w(n * 2)] { return v + w; };
    out[7] = f();
}
