// case: arms_that_convert_to_pointers
// spec: [expr.cond]/6, [over.built]/28
// arg: out i32[4]
// expect: [4, 9, 12, 30]
// Arms of classes that convert to pointers are converted to the composite type of these, also by templates.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> T&& mk();
struct A {};
struct D : A {};
template <class T> struct To {
    T t;
    constexpr operator T() const { return t; }
};
struct Any {
    template <class T> constexpr operator T*() const { return nullptr; }
};
template <class T, class U> using arms = decltype(true ? mk<T>() : mk<U>());
static_assert(same<arms<To<int*>, To<const int*>>, const int*>);
static_assert(same<arms<To<int*>, To<void*>>, void*>);
static_assert(same<arms<To<A*>, To<D*>>, A*>);
static_assert(same<arms<To<int A::*>, To<int D::*>>, int D::*>);
static_assert(same<arms<To<int (*)[3]>, To<int (*)[]>>, int (*)[]>);
static_assert(same<arms<To<int (*)() noexcept>, To<int (*)()>>, int (*)()>);
static_assert(same<arms<Any, To<int*>>, int*>);
auto exact = [](int) noexcept { return 1; };
auto plain = [](int x) { return x; };
auto generic = [](auto x) { return x; };
static_assert(same<decltype(true ? exact : plain), int (*)(int)>);
static_assert(same<decltype(true ? generic : plain), int (*)(int)>);
template <class T, class U> concept has_arms = requires(T t, U u, bool b) { b ? t : u; };
static_assert(!has_arms<To<int*>, To<long*>> && !has_arms<To<int*>, To<int>>);
extern "C" __tile_global__ void test(int* out) {
    int a[3] = {4, 5, 6};
    To<int*> p{a};
    To<const int*> q{a + 1};
    out[0] = *(a[0] == 4 ? p : q);
    To<int*> r{a + 1};
    *(a[0] != 4 ? p : r) = 9;
    out[1] = a[1];
    out[2] = (out[1] == 9 ? [](int x) noexcept { return x * 2; } : [](int x) { return x * 3; })(6);
    out[3] = (out[1] != 9 ? [](auto x) { return x * 2; } : [](int x) { return x * 3; })(10);
}
