// case: library_constexpr_containers
// spec: [expr.const], [temp.arg.nontype]
// note: vectors, maps, tables and trees made at compile time and read at run time
// arg: out i32[14]
// arg: i32 = 5
// expect: [9, 13, 62607, 27, 55, 3640, -16, -8, 5, 4, 3, 1, 1, 4]
#include <cstddef>

template <class T, std::size_t Cap>
struct static_vector {
    T d[Cap]{};
    std::size_t n = 0;
    constexpr static_vector() = default;
    template <class... A>
    constexpr static_vector(A... a) : d{static_cast<T>(a)...}, n(sizeof...(a)) {}
    constexpr void push_back(T const& v) { d[n++] = v; }
    constexpr T* begin() { return d; }
    constexpr T* end() { return d + n; }
    constexpr T const* begin() const { return d; }
    constexpr T const* end() const { return d + n; }
    constexpr T& operator[](std::size_t i) { return d[i]; }
    constexpr T const& operator[](std::size_t i) const { return d[i]; }
    constexpr std::size_t size() const { return n; }
    constexpr bool operator==(static_vector const& o) const {
        if (n != o.n) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (d[i] != o.d[i]) return false;
        return true;
    }
};
template <class It, class Cmp>
constexpr void sort(It f, It l, Cmp c) {
    for (It i = f; i != l; ++i)
        for (It j = i; j != f && c(*j, *(j - 1)); --j) {
            auto t = *j;
            *j = *(j - 1);
            *(j - 1) = t;
        }
}
template <class K, class V, std::size_t N>
struct flat_map {
    struct entry {
        K k;
        V v;
        constexpr bool operator<(entry const& o) const { return k < o.k; }
    };
    static_vector<entry, N> e;
    constexpr flat_map(entry const (&init)[N]) {
        for (auto const& x : init) e.push_back(x);
        sort(e.begin(), e.end(), [](auto const& a, auto const& b) { return a < b; });
    }
    constexpr V const* find(K const& k) const {
        std::size_t lo = 0, hi = e.size();
        while (lo < hi) {
            auto m = lo + (hi - lo) / 2;
            if (e[m].k < k)
                lo = m + 1;
            else
                hi = m;
        }
        return lo < e.size() && e[lo].k == k ? &e[lo].v : nullptr;
    }
    constexpr V at(K const& k, V def) const {
        if (auto* p = find(k)) return *p;
        return def;
    }
};
template <class K, class V, std::size_t N>
flat_map(typename flat_map<K, V, N>::entry const (&)[N]) -> flat_map<K, V, N>;
constexpr flat_map<int, int, 4> squares({{3, 9}, {1, 1}, {4, 16}, {2, 4}});
static_assert(squares.at(4, 0) == 16 && squares.at(7, -1) == -1);
constexpr auto primes = [] {
    static_vector<int, 16> v;
    for (int i = 2; v.size() < 10; ++i) {
        bool p = true;
        for (int q : v)
            if (i % q == 0) {
                p = false;
                break;
            }
        if (p) v.push_back(i);
    }
    return v;
}();
static_assert(primes[9] == 29);
template <int N>
struct crc_table {
    unsigned t[N]{};
    constexpr crc_table() {
        for (unsigned i = 0; i < N; ++i) {
            unsigned c = i;
            for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            t[i] = c;
        }
    }
};
constexpr crc_table<16> crc;
struct node {
    int key;
    node const* l;
    node const* r;
    constexpr int sum() const { return key + (l ? l->sum() : 0) + (r ? r->sum() : 0); }
    constexpr int depth() const {
        int a = l ? l->depth() : 0, b = r ? r->depth() : 0;
        return 1 + (a > b ? a : b);
    }
};
constexpr node leaf1{1, nullptr, nullptr}, leaf2{3, nullptr, nullptr}, root{2, &leaf1, &leaf2};
static_assert(root.sum() == 6 && root.depth() == 2);
template <static_vector<int, 4> V>
struct dims {
    static constexpr int volume() {
        int p = 1;
        for (int x : V) p *= x;
        return p;
    }
    template <std::size_t I>
    static constexpr int at = V[I];
};
using D = dims<static_vector<int, 4>(2, 3, 4)>;
struct matrix {
    int m[2][2];
    constexpr matrix operator*(matrix const& o) const {
        matrix r{};
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                for (int k = 0; k < 2; ++k) r.m[i][j] += m[i][k] * o.m[k][j];
        return r;
    }
};
template <class M>
constexpr M pow(M b, unsigned e) {
    M r{{{1, 0}, {0, 1}}};
    while (e) {
        if (e & 1) r = r * b;
        b = b * b;
        e >>= 1;
    }
    return r;
}
enum class Op { add, mul, neg };
struct ins {
    Op op;
    int arg;
};
template <std::size_t N>
__tile__ constexpr int run(ins const (&code)[N], int x) {
    for (auto [op, arg] : code) switch (op) {
            case Op::add:
                x += arg;
                break;
            case Op::mul:
                x *= arg;
                break;
            case Op::neg:
                x = -x;
        }
    return x;
}
constexpr ins prog[] = {{Op::add, 3}, {Op::mul, 2}, {Op::neg, 0}};
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = squares.at(n - 2, -5);
    out[1] = primes[n];
    out[2] = crc.t[n] & 0xffff;
    out[3] = D::volume() + D::at<1>;
    constexpr auto f = pow(matrix{{{1, 1}, {1, 0}}}, 10);
    out[4] = f.m[0][1];
    auto g = pow(matrix{{{n, 1}, {1, 0}}}, n);
    out[5] = g.m[0][0];
    out[6] = run(prog, n);
    constexpr int k = run(prog, 1);
    out[7] = k;
    static_vector<int, 8> v(3, n, 1);
    v.push_back(4);
    sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    for (int i = 0; i < 4; ++i) out[8 + i] = v[i];
    out[12] = v == static_vector<int, 8>(5, 4, 3, 1);
    out[13] = root.l->key + root.r->key;
}
