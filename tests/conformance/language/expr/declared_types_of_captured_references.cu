// case: declared_types_of_captured_references
// spec: [expr.prim.id.unqual]/3, [dcl.type.decltype], [expr.prim.lambda.capture]
// arg: out i32[1]
// expect: [28]
// note: the name of a capture has the type of the variable that it stands for, which may be a reference
template <class T, class U>
constexpr bool same = false;
template <class T>
constexpr bool same<T, T> = true;
struct Pair { int first; int& second; };
extern "C" __tile_global__ void test(int* out) {
    int x = 3;
    int& r = x;
    const int& c = x;
    int&& m = (int&&)x;
    Pair pair{4, x};
    auto& [first, second] = pair;
    auto by_copy = [r, c, m](int n) {
        static_assert(same<decltype(r), int&> && same<decltype((r)), const int&>);
        static_assert(same<decltype(c), const int&> && same<decltype(m), int&&>);
        return r + n;
    };
    auto by_reference = [&r, &x](auto n) {
        static_assert(same<decltype(r), int&> && same<decltype(x), int>);
        return r + n;
    };
    auto by_default = [=](auto n) mutable {
        static_assert(same<decltype(r), int&> && same<decltype((r)), int&> && same<decltype(x), int>);
        auto inner = [r, &x] {
            static_assert(same<decltype(r), int&> && same<decltype(x), int>);
            return r + x;
        };
        return inner() + n;
    };
    auto init = [a = r, &b = r](int n) {
        static_assert(same<decltype(a), int> && same<decltype(b), int&>);
        return a + b + n;
    };
    auto parts = [first, second] {
        static_assert(same<decltype(first), int> && same<decltype(second), int&>);
        return first + second;
    };
    auto packs = [](auto&... p) {
        return [p...] {
            static_assert((same<decltype(p), int&> && ...));
            return (p + ...);
        }();
    };
    *out = by_copy(0) + by_reference(0) + by_default(0) + init(0) + parts() + packs(x);
}
