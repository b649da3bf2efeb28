// case: detection_while_bases_are_found
// spec: [temp.inst], [temp.deduct]
// arg: out i32[2]
// expect: [0, 1]
template <class T>
constexpr bool has_size(...) {
    return false;
}
template <class T, int = T::size>
constexpr bool has_size(int) {
    return true;
}
template <class T>
struct Base {
    char data[1 + has_size<T>(0)];
};
struct Derived : Base<Derived> {
    static constexpr int size = 4;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Derived) - 1;
    out[1] = has_size<Derived>(0);
}
