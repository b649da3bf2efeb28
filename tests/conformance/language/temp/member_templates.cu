// case: member_templates
// spec: [temp.mem]
// arg: i32 = 4
// arg: out i32[6]
// expect: [4, 8, 40, 12, 7, 4]
template <typename T>
struct Vec {
    T v;
    template <typename U>
    __tile__ explicit Vec(U u) : v(static_cast<T>(u)) {}
    template <typename U>
    __tile__ Vec(Vec<U> const& other) : v(static_cast<T>(other.v) * 2) {}
    template <typename U>
    __tile__ operator Vec<U*>() const = delete;
    template <typename U>
    __tile__ Vec& operator=(U const& u) {
        v = 10 * u;
        return *this;
    }
    template <int N>
    __tile__ int times() const {
        return N * v;
    }
    template <typename U>
    struct In {
        template <typename V>
        static constexpr int size = sizeof(T) + sizeof(U) + sizeof(V);
    };
    template <typename U>
    __tile__ static U cast(T t) {
        return static_cast<U>(t);
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Vec<int> a(n);
    out[0] = a.v;
    Vec<long> b(a);
    out[1] = b.v;
    a = n;
    out[2] = a.v;
    out[3] = Vec<int>(n).times<3>();
    out[4] = Vec<int>::In<short>::size<char>;
    out[5] = sizeof(Vec<int>::cast<float>(n));
}
