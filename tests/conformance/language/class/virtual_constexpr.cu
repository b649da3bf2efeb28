// case: virtual_constexpr
// spec: [expr.const], [class.virtual]
// arg: out i32[2]
// expect: [7, 12]
// note: virtual functions can be called in constant expressions.
struct Node {
    __tile__ constexpr virtual int value() const { return 1; }
    __tile__ constexpr int plus(int n) const { return value() + n; }
};
struct Leaf : Node {
    int n;
    __tile__ constexpr explicit Leaf(int n) : n(n) {}
    __tile__ constexpr int value() const override { return n; }
};
constexpr int apply() {
    Leaf leaf(4);
    Node const& node = leaf;
    return node.plus(3);
}
static_assert(apply() == 7);
constexpr Leaf TABLE(11);

extern "C" __tile_global__ void test(int* out) {
    constexpr int n = apply();
    out[0] = n;
    constexpr Node const* p = &TABLE;
    static_assert(p->plus(1) == 12);
    out[1] = p->plus(1);
}
