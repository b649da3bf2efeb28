// case: pointers_into_a_local_constant
// spec: [expr.const]/5
// arg: out i32[2]
// expect: [2, 3]
// A constant of the function is one object in the evaluation of another one, however often it is named.
constexpr int count(const bool* first, const bool* last) {
    int n = 0;
    for (; first != last; ++first) n += *first;
    return n;
}
template <bool... b> constexpr int in_template() {
    constexpr bool bs[] = {b..., false};
    constexpr int n = count(bs, bs + sizeof(bs));
    return n;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr bool bs[] = {true, false, true};
    constexpr int n = count(bs, bs + 3);
    static_assert(&bs[0] != &bs[1] && bs + 3 - &bs[1] == 2);
    out[0] = n;
    out[1] = in_template<true, false, true, true>();
}
