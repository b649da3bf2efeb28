// case: library_compile_time_strings
// spec: [temp.param], [over.literal], [temp.arg.nontype]
// note: strings as template arguments: records with named fields, a parser, hashes
// arg: out i32[14]
// arg: i32 = 5
// expect: [5, 5, 9, 307, 115, 612, 5, 3, 1, 0, 1, 99, 1, 98]
#include <cstddef>
#include <utility>

template <std::size_t N>
struct fixed_string {
    char data[N]{};
    constexpr fixed_string(char const (&s)[N]) {
        for (std::size_t i = 0; i < N; ++i) data[i] = s[i];
    }
    constexpr std::size_t size() const { return N - 1; }
    constexpr char operator[](std::size_t i) const { return data[i]; }
    template <std::size_t M>
    constexpr bool operator==(fixed_string<M> const& o) const {
        if constexpr (M != N)
            return false;
        else {
            for (std::size_t i = 0; i < N; ++i)
                if (data[i] != o.data[i]) return false;
            return true;
        }
    }
};
template <fixed_string S>
struct name_t {
    static constexpr auto value = S;
    static constexpr int hash() {
        unsigned h = 5381;
        for (std::size_t i = 0; i < S.size(); ++i) h = h * 33 + S[i];
        return h % 1000;
    }
};
template <fixed_string S>
constexpr auto operator""_n() {
    return name_t<S>{};
}
template <fixed_string Name, class T>
struct field {
    static constexpr auto name = Name;
    T value;
};
template <class... Fs>
struct record : Fs... {
    constexpr record(Fs... fs) : Fs(fs)... {}
    template <fixed_string N, class T>
    static constexpr T& pick(field<N, T>& f) {
        return f.value;
    }
    template <fixed_string N, class T>
    static constexpr T const& pick(field<N, T> const& f) {
        return f.value;
    }
    template <fixed_string N>
    constexpr decltype(auto) get() {
        return pick<N>(*this);
    }
    template <fixed_string N>
    constexpr decltype(auto) get() const {
        return pick<N>(*this);
    }
    template <fixed_string S>
    constexpr decltype(auto) operator[](name_t<S>) {
        return pick<S>(*this);
    }
    static constexpr std::size_t count = sizeof...(Fs);
    template <class F>
    constexpr void each(F f) const {
        (f(name_t<Fs::name>{}, static_cast<Fs const&>(*this).value), ...);
    }
};
template <fixed_string N, class T>
constexpr field<N, T> make(T v) {
    return {v};
}
// parse "3x4+2" at compile time
constexpr int digit(char c) { return c - '0'; }
template <fixed_string S>
constexpr int eval() {
    int total = 0, cur = 0, mul = 1;
    for (std::size_t i = 0; i <= S.size(); ++i) {
        char c = i < S.size() ? S[i] : '+';
        if (c >= '0' && c <= '9')
            cur = cur * 10 + digit(c);
        else if (c == 'x') {
            mul *= cur;
            cur = 0;
        } else {
            total += mul * cur;
            mul = 1;
            cur = 0;
        }
    }
    return total;
}
template <fixed_string A, fixed_string B>
constexpr auto join() {
    char buf[A.size() + B.size() + 1]{};
    for (std::size_t i = 0; i < A.size(); ++i) buf[i] = A[i];
    for (std::size_t i = 0; i < B.size(); ++i) buf[A.size() + i] = B[i];
    return fixed_string(buf);
}
static_assert(eval<"3x4+2">() == 14);
static_assert(join<"ab", "cd">() == fixed_string("abcd"));
extern "C" __tile_global__ void test(int* out, int n) {
    record r{make<"x">(n), make<"y">(2.5f), make<"flag">(true)};
    out[0] = r.get<"x">();
    out[1] = r.get<"y">() * 2;
    r.get<"x">() = 9;
    out[2] = r["x"_n];
    out[3] = decltype("tile"_n)::hash();
    out[4] = eval<"10x10+7x2+1">();
    int s = 0;
    r.each([&](auto name, auto v) { s += name.value.size() * 100 + v; });
    out[5] = s;
    out[6] = join<"foo", "ba">().size();
    out[7] = r.count;
    out[8] = "a"_n.value == "a"_n.value;
    out[9] = fixed_string("hi") == fixed_string("ho");
    out[10] = sizeof(name_t<"q">);
    out[11] = name_t<"abc">::value[n % 3];
    auto const& cr = r;
    out[12] = cr.get<"flag">();
    out[13] = "abc"_n.value.data[1];
}
