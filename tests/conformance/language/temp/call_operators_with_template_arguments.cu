// case: call_operators_with_template_arguments
// spec: [temp.names]/3, [over.oper], [expr.prim.lambda.closure]
// arg: out i32[7]
// expect: [4, 9, 8, 6, 18, 12, 30]
// note: an operator of an object is not an operand of `<` unless it is called
constexpr auto triple = [](int v) { return v * 3; };
constexpr auto applied = []<auto F>(int x) { return F(x) + 1; };
constexpr auto size = []<class T>(T x) { return (int)sizeof(x); };
constexpr auto all = []<auto F>(auto... a) { return (F(a) + ...); };
struct Adder {
    int base;
    template <int N>
    __tile__ constexpr int operator()(int x) const { return base + N + x; }
    template <class T>
    __tile__ constexpr int operator[](T x) const { return base * (int)sizeof(T) * x; }
};
extern "C" __tile_global__ void test(int* out) {
    out[0] = applied.operator()<triple>(1);
    out[1] = applied.operator()<[](int y) { return y * 2; }>(4);
    out[2] = size.operator()<double>(1);
    Adder adder{1};
    out[3] = adder.operator()<2>(3);
    out[4] = all.operator()<triple>(1, 2, 3);
    Adder* p = &adder;
    out[5] = p->operator[]<int>(3);
    out[6] = []<int N>(int x) { return N * x; }.operator()<5>(6);
}
