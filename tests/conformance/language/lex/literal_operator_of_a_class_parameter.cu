// case: literal_operator_of_a_class_parameter
// spec: [lex.ext]/5, [temp.arg.nontype]
// arg: out i32[2]
// expect: [32, 50]
// note: the parameter's class is not a template; its converting constructor takes the string
struct Text {
    char units[8]{};
    int length = 0;
    template <int N> constexpr Text(const char (&text)[N]) : length(N - 1) {
        for (int i = 0; i < N - 1; ++i) units[i] = text[i];
    }
};
template <Text T> constexpr int operator""_sized() { return T.length * 10 + (T.units[0] - 'a'); }
extern "C" __tile_global__ void test(int* out) {
    out[0] = "cde"_sized;
    out[1] = "abcde"_sized;
}
