// case: trailing_return_types
// spec: [dcl.fct]
// arg: out i32[3]
// arg: i32 = 3
// expect: [3, 7, 9]

struct Outer {
    struct Inner { int v; };
    __tile__ auto make(int v) const -> Inner;
};
// The class is not named again: the return type stands behind the declarator-id.
__tile__ auto Outer::make(int v) const -> Inner { return {v}; }

template <class A, class B>
__tile__ auto sum(A a, B b) -> decltype(a + b) { return a + b; }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = Outer{}.make(n).v;
    out[1] = sum(n, short(4));
    auto square = [](auto x) -> int { return x * x; };
    out[2] = square(n);
}
