// case: base_classes_from_packs
// spec: [class.derived], [temp.variadic], [class.base.init]
// arg: i32 = 2
// arg: out i32[4]
// expect: [2, 20, 22, 3]
struct A {
    int a;
    __tile__ explicit A(int n) : a(n) {}
    __tile__ int operator()(int n) const { return n + a; }
};
struct B {
    int b;
    __tile__ explicit B(int n) : b(10 * n) {}
    __tile__ int operator()(float) const { return b; }
};
template <typename... Bases>
struct All : Bases... {
    static constexpr int count = sizeof...(Bases) + 1;
    using Bases::operator()...;
    __tile__ explicit All(int n) : Bases(n)... {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    All<A, B> all(n);
    out[0] = all.a;
    out[1] = all(1.0f);
    out[2] = all(20);
    out[3] = All<A, B>::count;
}
