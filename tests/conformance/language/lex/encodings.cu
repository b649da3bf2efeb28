// case: encodings
// spec: [lex.ccon]
// arg: i32 = 0
// arg: out i64[9]
// expect: [65, 233, 128512, 8364, 1, 2, 4, 4, 4]
// note: the type and the value of a character follow its prefix; two characters without one are an int.
template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;
static_assert(same<decltype(u8'a'), char8_t> && same<decltype(u'a'), char16_t>);
static_assert(same<decltype(U'a'), char32_t> && same<decltype(L'a'), wchar_t> && same<decltype('ab'), int>);

extern "C" __tile_global__ void test(int zero, long long* out) {
    out[0] = u8'A' + zero;
    out[1] = u'é' + zero;
    out[2] = static_cast<long long>(U'\U0001F600') + zero;
    out[3] = L'€' + zero;
    out[4] = sizeof(u8'a');
    out[5] = sizeof(u'a');
    out[6] = sizeof(U'a');
    out[7] = sizeof(L'a');
    out[8] = sizeof('ab');
}
