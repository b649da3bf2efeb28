// case: nondependent_is_left_alone
// spec: [temp.dep.expr], [temp.dep.constexpr], [temp.res.general]
// accept: what depends on a parameter in any way is checked in instances, and there are none
struct Pair {
    int a, b;
};
template <class T>
__tile__ int rank(T) { return 1; }
__tile__ int narrow(int) { return 1; }

template <class T>
struct Table {
    T t;
    int m;
    static constexpr int n = 3;
    __tile__ int f() { return m; }
    __tile__ int g(Pair s) {
        auto add = [&](auto y) { return y + s.a; };
        int size = sizeof(T);
        int const known = sizeof(T);
        int cells[known] = {};
        char small{known};
        T copy = t;
        const auto [a, b] = s;
        for (int i = 0; i < size; ++i) cells[i] = rank(i) + f() + m + a + b;
        if (int s = size; s > 1) return s;
        if constexpr (sizeof(T) == 4) return copy;
        return add(size) + cells[0] + rank<T>(t) + this->f() + t.anything(n).at(small);
    }
};
template <class T, class... Ts>
__tile__ int all(T x, Ts... rest) {
    int sum = 0;
    ((sum += rest), ...);
    struct Local {
        int q;
    } local{1};
    using I = int;
    I copy = sum;
    {
        T sum = x;
        narrow(sum);
    }
    return sum + local.q + copy + rank(rest...) + unknown(x);
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
