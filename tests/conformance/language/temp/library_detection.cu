// case: library_detection
// spec: [temp.deduct.general], [temp.spec.partial.match]
// note: the detection idiom, enable_if, ranked overloads
// arg: out i32[13]
// arg: i32 = 5
// expect: [3, -1, -1, 7, -1, 103, 205, 300, 7, 15, 5, 8, 2]
#include <type_traits>
#include <utility>

template <typename...>
using void_t = void;
struct nonesuch {};
template <typename Default, typename AlwaysVoid, template <typename...> class Op, typename... Args>
struct detector {
    using value_t = std::false_type;
    using type = Default;
};
template <typename Default, template <typename...> class Op, typename... Args>
struct detector<Default, void_t<Op<Args...>>, Op, Args...> {
    using value_t = std::true_type;
    using type = Op<Args...>;
};
template <template <typename...> class Op, typename... Args>
using is_detected = typename detector<nonesuch, void, Op, Args...>::value_t;
template <template <typename...> class Op, typename... Args>
inline constexpr bool is_detected_v = is_detected<Op, Args...>::value;
template <typename D, template <typename...> class Op, typename... Args>
using detected_or_t = typename detector<D, void, Op, Args...>::type;
template <typename T>
using size_expr = decltype(std::declval<T const&>().size());
template <typename T>
using value_type_of = typename T::value_type;
template <typename T, typename U>
using plus_expr = decltype(std::declval<T>() + std::declval<U>());
struct Sized {
    using value_type = short;
    __tile__ int size() const { return 3; }
};
struct Hidden {
private:
    __tile__ int size() const { return 4; }
};
struct Mutable {
    __tile__ int size() { return 5; }
};
template <typename T, std::enable_if_t<is_detected_v<size_expr, T>, int> = 0>
__tile__ int size_of(T const& t) {
    return t.size();
}
template <typename T, std::enable_if_t<!is_detected_v<size_expr, T>, int> = 0>
__tile__ int size_of(T const&) {
    return -1;
}
template <typename T, std::size_t N>
__tile__ int size_of(T const (&)[N]) {
    return N;
}
// expression SFINAE by rank
struct rank0 {};
struct rank1 : rank0 {};
struct rank2 : rank1 {};
template <typename T>
__tile__ auto describe(T const& t, rank2) -> decltype(t.size(), int()) {
    return 100 + t.size();
}
template <typename T>
__tile__ auto describe(T const& t, rank1) -> decltype(t + 1, int()) {
    return 200 + t;
}
template <typename T>
__tile__ int describe(T const&, rank0) {
    return 300;
}
template <class, class = void>
struct has_begin : std::false_type {};
template <class T>
struct has_begin<
    T, std::void_t<decltype(std::declval<T&>().begin()), decltype(std::declval<T&>().end())>>
    : std::true_type {};
struct R {
    __tile__ int* begin();
    __tile__ int* end();
};
template <typename T>
__tile__ constexpr std::enable_if_t<std::is_integral_v<T>, T> half(T x) {
    return x / 2;
}
template <typename T>
__tile__ constexpr std::enable_if_t<std::is_floating_point_v<T>, T> half(T x) {
    return x * T(0.5);
}
template <typename T>
struct promote : std::conditional<(sizeof(T) < sizeof(int)), int, T> {};
template <typename T>
using promote_t = typename promote<T>::type;
extern "C" __tile_global__ void test(int* out, int n) {
    static_assert(is_detected_v<size_expr, Sized> && !is_detected_v<size_expr, Hidden> &&
                  !is_detected_v<size_expr, Mutable>);
    static_assert(std::is_same_v<detected_or_t<int, value_type_of, Sized>, short>);
    static_assert(std::is_same_v<detected_or_t<int, value_type_of, Hidden>, int>);
    static_assert(is_detected_v<plus_expr, int*, int> && !is_detected_v<plus_expr, int*, int*>);
    static_assert(has_begin<R>() && !has_begin<int>::value);
    int arr[7] = {};
    out[0] = size_of(Sized{});
    out[1] = size_of(Hidden{});
    out[2] = size_of(Mutable{});
    out[3] = size_of(arr);
    out[4] = size_of(n);
    out[5] = describe(Sized{}, rank2{});
    out[6] = describe(n, rank2{});
    out[7] = describe(Hidden{}, rank2{});
    out[8] = half(n * 3);
    out[9] = half(n * 3.0) * 2;
    promote_t<short> p = n;
    static_assert(std::is_same_v<decltype(p), int>);
    out[10] = p;
    std::common_type_t<char, short, long> c = n;
    out[11] = sizeof c;
    out[12] =
        std::is_convertible_v<Sized, int> + 2 * std::is_invocable_v<decltype([](int) {}), char>;
}
