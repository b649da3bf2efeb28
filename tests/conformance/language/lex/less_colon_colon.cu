// case: less_colon_colon
// spec: [lex.pptoken]
// arg: i32 = 1
// arg: out i32[3]
// expect: [20, 7, 30]
// note: paragraph 3.2: `<::` is `<` `::`, unless `:` or `>` follows, when it starts with `<:`.
constexpr int two = 2;
struct Seven {
    static constexpr int value = 7;
};
template <class T>
constexpr int value_of = T::value;

extern "C" __tile_global__ void test(int i, int* out) {
    int list[] = {10, 20, 30};
    out[0] = list<:i:>;
    out[1] = value_of<::Seven>;
    out[2] = list<:::two:>;
}
