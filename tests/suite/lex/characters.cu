//@ check
// [lex.ccon], [lex.string]: escapes, encodings, concatenation.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

static_assert('\x41' == 65 && '\101' == 65 && '\0' == 0 && '\12' == 10);
static_assert('\n' == 10 && '\t' == 9 && '\\' == 92 && '\'' == 39 && '"' == 34 && '\?' == 63);
static_assert(same<decltype('a'), char> && same<decltype(u8'a'), char8_t>);
static_assert(same<decltype(u'a'), char16_t> && same<decltype(U'a'), char32_t>);
static_assert(u'\u00e9' == 0xE9 && U'\U0001F600' == 0x1F600 && U'é' == 0xE9);

static_assert(sizeof("abc") == 4 && sizeof("") == 1 && sizeof("a\0b") == 4);
static_assert(sizeof("ab" "cd") == 5);
// The escape ends with its literal: two characters and the final zero.
static_assert(sizeof("\x41" "B") == 3 && "\x41" "B"[0] == 'A');
static_assert(sizeof(u"abc") == 8 && sizeof(U"abc") == 16 && sizeof(u8"é") == 3);
static_assert(sizeof(R"(a\n)") == 4 && R"(\)"[0] == '\\');
static_assert(sizeof(R"x(a)")x") == 4 && R"x()")x"[1] == '"');
static_assert(sizeof(R"(
)") == 2);
