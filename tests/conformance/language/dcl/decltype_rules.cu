// case: decltype_rules
// spec: [dcl.type.decltype]/1
// arg: i32 = 1
// arg: out i32[7]
// expect: [1, 1, 1, 1, 1, 1, 1]
// note: a name or member access: its declared type; else T& of an lvalue, T&& of an xvalue, T of a prvalue.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
struct S { const int m; };
__tile__ int&& move(int& n) { return static_cast<int&&>(n); }
extern "C" __tile_global__ void test(int n, int* out) {
    S s{n};
    const S& r = s;
    out[0] = same<decltype(n), int>;
    out[1] = same<decltype((n)), int&>;
    out[2] = same<decltype(move(n)), int&&>;
    out[3] = same<decltype(n + 1), int>;
    out[4] = same<decltype(r.m), const int>;
    out[5] = same<decltype((s.m)), const int&>;
    out[6] = same<decltype(n = 2), int&>;
    (void)r;
}
