// case: member_in_lambda_without_this
// spec: [expr.prim.lambda.capture]/7
// arg: out i32[5]
// expect: [6, 6, 6, 5, 3]
// Captured by name or by default, by the lambdas around too; static members need no object.
struct Scaler {
    int factor;
    static constexpr int half(int n) { return n / 2; }
    constexpr int named(int n) const {
        auto scaled = [this](auto x) { return x * factor; };
        return scaled(n);
    }
    constexpr int copied(int n) const {
        auto scaled = [*this](int x) { return x * factor; };
        return scaled(n);
    }
    constexpr int nested(int n) const {
        auto scaled = [&](auto x) { return [&](auto y) { return y * factor; }(x); };
        return scaled(n);
    }
    constexpr int of_static(int n) const {
        auto halved = [](auto x) { return half(x); };
        return halved(n);
    }
    constexpr int of_other(int n) const {
        auto other = [](auto x) {
            struct Local {
                int factor = 3;
                constexpr int get() const { return factor; }
            };
            return Local{}.get() + x;
        };
        return other(n);
    }
};
extern "C" __tile_global__ void test(int* out) {
    Scaler s{3};
    out[0] = s.named(2);
    out[1] = s.copied(2);
    out[2] = s.nested(2);
    out[3] = s.of_static(10);
    out[4] = s.of_other(0);
}
