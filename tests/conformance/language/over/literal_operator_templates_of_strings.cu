// case: literal_operator_templates_of_strings
// spec: [lex.ext], [over.literal]
// note: a literal operator template with one parameter of class type takes a string as its argument; other strings go to the function
// arg: i32 = 1
// arg: out i32[5]
// expect: [3, 98, 1, 1003, 2005]
template <int N>
struct Text {
    char data[N]{};
    constexpr Text(char const (&s)[N]) {
        for (int i = 0; i < N; ++i) data[i] = s[i];
    }
    constexpr int size() const { return N - 1; }
};
template <Text S>
struct Name {
    static constexpr auto value = S;
};
template <Text S>
constexpr auto operator""_n() { return Name<S>{}; }
template <Text S>
    requires(S.size() < 4)
constexpr int operator""_len() { return 1000 + S.size(); }
constexpr int operator""_len(char const*, unsigned long n) { return 2000 + n; }

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = "abc"_n.value.size();
    out[1] = decltype("abc"_n)::value.data[n];
    out[2] = same<decltype("x"_n), Name<"x">> && !same<decltype("x"_n), Name<"y">>;
    out[3] = "abc"_len;
    out[4] = "abcde"_len;
}
