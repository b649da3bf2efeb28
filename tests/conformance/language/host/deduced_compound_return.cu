// case: deduced_compound_return
// spec: [dcl.spec.auto.general]/3, [dcl.spec.auto.general]/12
// arg: i32 = 3
// arg: out i32[4]
// expect: [7, 11, 13, 1]
// note: the type of a call that is not evaluated needs the body of a host function that returns a compound of a placeholder.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
auto& first(int* p) { return p[0]; }
auto* second(int* p) { return p + 1; }
auto&& third(int& p) { return static_cast<int&&>(p); }
const auto* const* fourth(const int* const* p) { return p; }
extern "C" __tile_global__ void test(int n, int* out) {
    using A = decltype(first(out));
    using B = decltype(second(out));
    using C = decltype(third(n));
    A a = out[0];
    B b = out + 1;
    C c = static_cast<C>(n);
    a = n + 4;
    *b = 11;
    out[2] = c + 10;
    out[3] = same<decltype(fourth(nullptr)), const int* const*>;
}
