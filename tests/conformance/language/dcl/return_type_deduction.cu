// case: return_type_deduction
// spec: [dcl.spec.auto]/7, [dcl.spec.auto]/8
// arg: i32 = 3
// arg: out i32[4]
// expect: [6, 3, 1, 9]
// note: all returns agree; a recursive call may follow the first; `decltype(auto)` keeps references.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
constexpr auto sum(int n) { if (n == 0) return 0; return n + sum(n - 1); }
__tile__ auto& first(int* p) { return p[0]; }
__tile__ decltype(auto) pick(int& a) { return (a); }
__tile__ auto trailing(int n) -> long { return n; }
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr auto six = sum(3);
    out[0] = six;
    first(out + 1) = n;
    out[2] = same<decltype(trailing(n)), long> && same<decltype(pick(n)), int&>;
    pick(n) = 9;
    out[3] = n;
}
