// case: string_view_constants
// spec: [string.view]
// arg: i32 = 3
// arg: out i32[6]
// expect: [597, 103109, 114101, 328, 2, 1]
#include <string_view>

using namespace std::literals;
constexpr std::string_view names[] = {"alpha", "beta", "gamma"};
constexpr int index_of(std::string_view name) {
    for (int i = 0; i < 3; ++i)
        if (names[i] == name) return i;
    return -1;
}
static_assert(index_of("beta") == 1 && index_of("delta") == -1);
static_assert("abcabc"sv.find("ca") == 2 && "abcabc"sv.rfind('b') == 4 && "abc"sv.find('x') == std::string_view::npos);
static_assert("abc"sv.starts_with("ab") && "abc"sv.ends_with('c') && !"abc"sv.starts_with("abcd"));
static_assert("abc"sv < "abd"sv && "ab"sv < "abc"sv && "b"sv > "abc"sv && "abc"sv.compare("abc") == 0);
static_assert("  x y"sv.find_first_not_of(" ") == 2 && "a,b;c"sv.find_first_of(";,") == 1 && ""sv.empty());
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr auto s = names[2];
    out[0] = int(s.size()) * 100 + s[1];
    out[1] = s.substr(1, 3).back() + s.front() * 1000;
    std::string_view v = "kernel";
    v.remove_prefix(2);
    v.remove_suffix(1);
    out[2] = v.front() * 1000 + v.back();
    int sum = 0;
    for (char c : v) sum += c;
    out[3] = sum + n;
    out[4] = index_of("gamma");
    out[5] = v == "rne";
}
