// case: structured_binding_kinds
// spec: [dcl.struct.bind]
// arg: i32 = 2
// arg: out i32[7]
// expect: [52, 60, 30, 7, 13, 6, 6]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
}
struct Point {
    int x, y;
    template <unsigned long I> __tile__ int get() const { return I == 0 ? x * 10 : y * 10; }
};
template <> struct std::tuple_size<Point> { static constexpr unsigned long value = 2; };
template <unsigned long I> struct std::tuple_element<I, Point> { using type = int; };
struct Base { int a; };
struct Derived : Base {};
struct Refs { int& r; int const c; };

extern "C" __tile_global__ void test(int n, int* out) {
    int a[3] = {n, n + 1, n + 2};
    auto [x, y, z] = a;
    x = 50;
    out[0] = a[0] + x;
    auto& [p, q, r] = a;
    q = 60;
    out[1] = a[1];
    auto [t, u] = Point{1, n};
    out[2] = t + u;
    auto&& [b] = Derived{{7}};
    out[3] = b;
    Refs refs{n, 5};
    auto [ref, con] = refs;
    ref = 8;
    out[4] = n + con;
    static_assert(same<decltype(ref), int&>);
    static_assert(same<decltype(con), int const>);
    auto const& [e, f, g] = a;
    static_assert(same<decltype(e), int const>);
    out[5] = e + g;
    out[6] = [&] { return p + r; }();
}
