// case: array_in_class_argument
// spec: [temp.arg.nontype], [over.match.class.deduct]
// note: the string literal deduces N = 4 for each closing zero
// arg: i32 = 1
// arg: out i32[4]
// expect: [98, 4, 1, 0]
template <int N>
struct Text {
    char c[N];
    constexpr Text(char const (&s)[N]) : c{} {
        for (int i = 0; i < N; ++i) c[i] = s[i];
    }
};
template <Text S>
struct Tagged {
    __tile__ static int at(int i) {
        constexpr auto text = S;
        return text.c[i];
    }
    static constexpr int size = sizeof(S);
};
template <Text A, Text B>
constexpr bool equal = false;
template <Text A>
constexpr bool equal<A, A> = true;

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = Tagged<"abc">::at(i);
    out[1] = Tagged<"abc">::size;
    out[2] = equal<"xy", "xy">;
    out[3] = equal<"xy", "xz">;
}
