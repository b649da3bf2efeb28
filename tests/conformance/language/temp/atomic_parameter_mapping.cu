// case: atomic_parameter_mapping
// spec: [temp.constr.atomic]
// note: only the parameters that an atom names are in its mapping
// arg: out i32[2]
// expect: [2, 2]
template <typename T, typename Tag>
concept Tagged = sizeof(T) > 1;
template <typename T>
concept Plain = Tagged<T, int>;
template <typename T>
concept Refined = Tagged<T, char> && sizeof(T) > 2;
template <Plain T>
constexpr int f(T) {
    return 1;
}
template <Refined T>
constexpr int f(T) {
    return 2;
}
template <typename T>
concept C1 = requires(T t) { t + t; };
template <typename T>
concept C2 = C1<T*> || C1<T>;
template <typename T>
    requires C2<T>
constexpr int g(T) {
    return 1;
}
template <typename T>
    requires C1<T>
constexpr int g(T) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(1);
    out[1] = g(1);
}
