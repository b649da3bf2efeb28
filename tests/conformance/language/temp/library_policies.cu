// case: library_policies
// spec: [temp.dep.type], [class.friend], [expr.prim.req]
// note: policies, mixins, sentinels and a variant with visitors
// arg: out i32[16]
// arg: i32 = 5
// expect: [30, -1, 10, 8, 15, 0, 1, 2, 75, 20, 0, 21, 4, 1, 0, 7]
#include <type_traits>

struct Checked {
    template <class C>
    __tile__ static int at(C const& c, int i) {
        return i < 0 || i >= c.size() ? -1 : c.raw(i);
    }
};
struct Wrapped {
    template <class C>
    __tile__ static int at(C const& c, int i) {
        int n = c.size();
        return c.raw(((i % n) + n) % n);
    }
};
template <int N>
struct Static {
    int d[N]{};
    static constexpr int cap = N;
    __tile__ constexpr int size() const { return N; }
};
struct Grow {
    int d[16]{};
    int n = 0;
    static constexpr int cap = 16;
    __tile__ constexpr int size() const { return n; }
    __tile__ constexpr void push(int v) { d[n++] = v; }
};
template <class Storage, class Access = Checked, template <class> class... Mixins>
class Container : private Storage, public Mixins<Container<Storage, Access, Mixins...>>... {
    friend Access;
    __tile__ int raw(int i) const { return this->d[i]; }

public:
    using Storage::size;
    static constexpr bool growable = requires(Storage s) { s.push(1); };
    __tile__ void push(int v)
        requires growable
    {
        Storage::push(v);
    }
    __tile__ int& operator[](int i) { return this->d[i]; }
    __tile__ int at(int i) const { return Access::at(*this, i); }
    struct sentinel {};
    class iterator {
        Container const* c;
        int i;

    public:
        __tile__ iterator(Container const* c, int i) : c(c), i(i) {}
        __tile__ int operator*() const { return c->raw(i); }
        __tile__ iterator& operator++() {
            ++i;
            return *this;
        }
        __tile__ friend bool operator==(iterator const& a, sentinel) { return a.i == a.c->size(); }
    };
    __tile__ iterator begin() const { return {this, 0}; }
    __tile__ sentinel end() const { return {}; }
};
template <class D>
struct Summable {
    __tile__ int sum() const {
        int s = 0;
        for (int x : static_cast<D const&>(*this)) s += x;
        return s;
    }
};
template <class D>
struct Comparable {
    __tile__ friend bool operator==(D const& a, D const& b) {
        if (a.size() != b.size()) return false;
        for (int i = 0; i < a.size(); ++i)
            if (a.at(i) != b.at(i)) return false;
        return true;
    }
    __tile__ bool is(D const& o) const { return static_cast<D const&>(*this) == o; }
};
template <class D>
struct Counted {
    __tile__ int count_if(auto p) const {
        int n = 0;
        for (auto x : static_cast<D const&>(*this)) n += p(x);
        return n;
    }
};
template <class T, class... Ts>
concept OneOf = (std::is_same_v<T, Ts> || ...);
template <class... Fs>
struct overload : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
overload(Fs...) -> overload<Fs...>;
struct Circle {
    int r;
};
struct Rect {
    int w, h;
};
struct Nil {};
template <class... Ts>
class Variant {
    union U {
        char none;
        __tile__ constexpr U() : none() {}
    } u_;
    static constexpr unsigned max2(unsigned a, unsigned b) { return a > b ? a : b; }
    int which = 0;
    template <int I, class F, class T, class... R>
    __tile__ int go(F& f, int a, int b) const {
        if (which == I) {
            if constexpr (std::is_same_v<T, Circle>)
                return f(T{a});
            else if constexpr (std::is_same_v<T, Rect>)
                return f(T{a, b});
            else
                return f(T{});
        }
        if constexpr (sizeof...(R) > 0)
            return go<I + 1, F, R...>(f, a, b);
        else
            return -1;
    }
    int a = 0, b = 0;
    template <class T>
    static constexpr int index() {
        int i = 0;
        bool found = ((std::is_same_v<T, Ts> ? true : (++i, false)) || ...);
        return found ? i : -1;
    }

public:
    template <OneOf<Ts...> T>
    __tile__ Variant(T t) : which(index<T>()) {
        if constexpr (requires { t.r; }) a = t.r;
        if constexpr (requires { t.w; }) {
            a = t.w;
            b = t.h;
        }
    }
    template <class F>
    __tile__ int visit(F f) const {
        return go<0, F, Ts...>(f, a, b);
    }
    __tile__ int index() const { return which; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    Container<Static<4>, Checked, Summable> a;
    for (int i = 0; i < 4; ++i) a[i] = i * n;
    out[0] = a.sum();
    out[1] = a.at(7);
    out[2] = a.at(2);
    Container<Grow, Wrapped, Summable, Comparable, Counted> g, h;
    g.push(n);
    g.push(2);
    g.push(8);
    h.push(n);
    h.push(2);
    out[3] = g.at(-1);
    out[4] = g.sum();
    out[5] = g == h;
    h.push(8);
    out[6] = g.is(h);
    out[7] = g.count_if([=](int x) { return x >= n; });
    static_assert(!decltype(a)::growable && decltype(g)::growable);
    auto area = overload{[](Circle c) { return 3 * c.r * c.r; }, [](Rect r) { return r.w * r.h; },
                         [](Nil) { return 0; }};
    Variant<Nil, Circle, Rect> v = Circle{n}, w = Rect{n, 4}, z = Nil{};
    out[8] = v.visit(area);
    out[9] = w.visit(area);
    out[10] = z.visit(area);
    out[11] = w.index() * 10 + v.index();
    out[12] = v.visit([](auto s) { return (int)sizeof(s); });
    out[13] = requires { Variant<int>{1}; } + 2 * std::is_constructible_v<Variant<int>, char>;
    out[14] = std::is_constructible_v<Variant<Nil, Circle>, Rect>;
    out[15] = a.size() + g.size();
}
