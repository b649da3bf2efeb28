// case: sfinae_places
// spec: [temp.deduct.general]
// arg: out i32[10]
// expect: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
template <bool B, typename T = void>
struct enable_if {};
template <typename T>
struct enable_if<true, T> {
    using type = T;
};
template <bool B, typename T = void>
using enable_if_t = typename enable_if<B, T>::type;
template <typename... T>
using void_t = void;
template <typename T>
T&& declval();
struct S {
    using type = int;
    int m;
    __tile__ int f(int) { return 0; }
};
// in the return type
template <typename T>
constexpr enable_if_t<(sizeof(T) > 2), int> in_return(int) {
    return 1;
}
template <typename T>
constexpr int in_return(...) {
    return 0;
}
// in a parameter
template <typename T>
constexpr int in_parameter(typename T::type*) {
    return 1;
}
template <typename T>
constexpr int in_parameter(...) {
    return 0;
}
// in a default argument of the template
template <typename T, typename = decltype(declval<T>().f(1))>
constexpr int in_default(int) {
    return 1;
}
template <typename T>
constexpr int in_default(...) {
    return 0;
}
// in the type of a value parameter
template <typename T, enable_if_t<sizeof(T) == 1, int> = 0>
constexpr int in_value(int) {
    return 1;
}
template <typename T>
constexpr int in_value(...) {
    return 0;
}
// in a partial specialisation
template <typename T, typename = void>
constexpr bool has_m = false;
template <typename T>
constexpr bool has_m<T, void_t<decltype(T::m)>> = true;

extern "C" __tile_global__ void test(int* out) {
    out[0] = in_return<int>(0);
    out[1] = in_return<char>(0);
    out[2] = in_parameter<S>(nullptr);
    out[3] = in_parameter<int>(nullptr);
    out[4] = in_default<S>(0);
    out[5] = in_default<int>(0);
    out[6] = in_value<char>(0);
    out[7] = in_value<int>(0);
    out[8] = has_m<S>;
    out[9] = has_m<int>;
}
