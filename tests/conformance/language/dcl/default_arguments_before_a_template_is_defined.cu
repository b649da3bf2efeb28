// case: default_arguments_before_a_template_is_defined
// spec: [dcl.fct.default]/4
// arg: out i32[7]
// expect: [6, 5, 4, 14, 3, 3, 4]
template <class T> constexpr T sum(T a, T b = T(5));
template <class T, class... U> constexpr int count(T first, int n = 4, U... rest);
template <class First> constexpr int width(First a, int n = sizeof(First));
struct Box {
    template <class T> constexpr int scaled(T x, int by = 7) const;
};
template <class T> constexpr int typed(T a, decltype(a) b = 1);
template <class T> constexpr auto trailing(T a, int b = 2) -> decltype(a + b);
template <class U> constexpr int shared(U x, int n = 3);
struct Friend {
    template <class T> friend constexpr int shared(T x, int n);
};

template <class U> constexpr U sum(U a, U b) { return a + b; }
template <class X, class... Y> constexpr int count(X first, int n, Y... rest) {
    return first + n + static_cast<int>(sizeof...(rest));
}
template <class Second> constexpr int width(Second, int n) { return n; }
template <class T> constexpr int Box::scaled(T x, int by) const { return x * by; }
template <class T> constexpr int typed(T a, decltype(a) b) { return a + b; }
template <class U> constexpr auto trailing(U x, int y) -> decltype(x + y) { return x + y; }
template <class T> constexpr int shared(T, int n) { return n; }

extern "C" __tile_global__ void test(int* out) {
    out[0] = sum(1);
    out[1] = count(1);
    out[2] = width(1.0f);
    out[3] = Box{}.scaled(2);
    out[4] = shared('a');
    out[5] = typed(2);
    out[6] = trailing(2);
}
