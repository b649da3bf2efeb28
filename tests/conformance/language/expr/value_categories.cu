// case: value_categories
// spec: [basic.lval], [dcl.type.decltype]
// arg: out i32[1]
// expect: [1]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
struct S { int m; int& r; static int s; int a[2]; };
__tile__ int value();
__tile__ int& lref();
__tile__ int&& rref();
__tile__ S make();
__tile__ S& object();
__tile__ void check(int n, int const c, int* p) {
    static_assert(same<decltype(n), int>);
    static_assert(same<decltype((n)), int&>);
    static_assert(same<decltype((c)), int const&>);
    static_assert(same<decltype(*p), int&>);
    static_assert(same<decltype(p[1]), int&>);
    static_assert(same<decltype(n + 1), int>);
    static_assert(same<decltype(++n), int&>);
    static_assert(same<decltype(n++), int>);
    static_assert(same<decltype(n = 1), int&>);
    static_assert(same<decltype(n += 1), int&>);
    static_assert(same<decltype((n, c)), int const&>);
    static_assert(same<decltype(value()), int>);
    static_assert(same<decltype(lref()), int&>);
    static_assert(same<decltype(rref()), int&&>);
    static_assert(same<decltype(make().m), int>);
    static_assert(same<decltype((make().m)), int&&>);
    static_assert(same<decltype((make().r)), int&>);
    static_assert(same<decltype((make().a)), int(&&)[2]>);
    static_assert(same<decltype(make().a[0]), int&&>);
    static_assert(same<decltype((object().m)), int&>);
    static_assert(same<decltype((make().s)), int&>);
    static_assert(same<decltype(static_cast<int&&>(n)), int&&>);
    static_assert(same<decltype(static_cast<int>(n)), int>);
    static_assert(same<decltype(int(n)), int>);
    static_assert(same<decltype((char&)n), char&>);
    static_assert(same<decltype("ab"), char const(&)[3]>);
    static_assert(same<decltype(true ? n : n), int&>);
    static_assert(same<decltype(true ? n : c), int const&>);
    static_assert(same<decltype(true ? n : 1), int>);
    static_assert(same<decltype(true ? rref() : rref()), int&&>);
    static_assert(same<decltype(nullptr), decltype(nullptr)>);
    static_assert(same<decltype(&n), int*>);
    static_assert(same<decltype(!n), bool>);
    static_assert(same<decltype(sizeof(n)), unsigned long>);
    static_assert(same<decltype(make().*&S::m), int&&>);
    static_assert(same<decltype(object().*&S::m), int&>);
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
