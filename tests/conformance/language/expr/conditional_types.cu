// case: conditional_types
// spec: [expr.cond]
// arg: i32 = 1
// arg: out i32[7]
// expect: [11, 1, 101, 107, 4, 2, 1]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
struct A { int a = 1; };
struct D : A { int d = 2; };
struct FromInt {
    int n;
    __tile__ FromInt(int v) : n(v + 100) {}
};
enum E { e1 = 5 };

extern "C" __tile_global__ void test(int n, int* out) {
    int x = 10, y = 20;
    (n ? x : y) = 11;                 // an lvalue
    out[0] = x;
    static_assert(same<decltype(n ? 1 : 2.5), double>);
    static_assert(same<decltype(n ? 'a' : short()), int>);
    static_assert(same<decltype(n ? &x : nullptr), int*>);
    static_assert(same<decltype(n ? &x : static_cast<void*>(&y)), void*>);
    static_assert(same<decltype(n ? &x : static_cast<int const*>(&y)), int const*>);
    static_assert(same<decltype(n ? e1 : 1), int>);
    static_assert(same<decltype(n ? e1 : e1), E>);
    A a;
    D d;
    static_assert(same<decltype(n ? a : d), A&>);
    static_assert(same<decltype(n ? A() : D()), A>);
    static_assert(same<decltype(n ? &a : &d), A*>);
    out[1] = (n ? d : a).a;
    FromInt f(1);
    out[2] = (n ? f : 7).n;
    out[3] = (!n ? f : 7).n;
    n ? out[4] = 4 : out[4] = 5;
    out[5] = n == 2 ? 1 : n == 1 ? 2 : 3;
    int count = 0;
    n ? void(++count) : void(count += 5);
    out[6] = count;
}
