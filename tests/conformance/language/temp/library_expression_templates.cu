// case: library_expression_templates
// spec: [temp.dep.type], [temp.spec.partial], [over.match.class.deduct]
// note: expression templates: nodes of references, CRTP, operators found by ADL
// arg: out i32[18]
// arg: i32 = 5
// expect: [30, 36, 42, 48, 54, 60, 66, 72, 15, 16, 17, 18, 19, 20, 21, 22, 108, 56]
template <typename E>
struct Expr {
    __tile__ constexpr E const& self() const { return static_cast<E const&>(*this); }
    __tile__ constexpr auto operator[](int i) const { return self()[i]; }
};
template <typename T, int N>
struct Vec : Expr<Vec<T, N>> {
    using value_type = T;
    T data[N];
    Vec() = default;
    template <typename E>
    __tile__ constexpr Vec(Expr<E> const& e) : data{} {
        for (int i = 0; i < N; ++i) data[i] = e.self()[i];
    }
    __tile__ constexpr explicit Vec(T v) : data{} {
        for (auto& x : data) x = v;
    }
    __tile__ constexpr T operator[](int i) const { return data[i]; }
    __tile__ constexpr T& operator[](int i) { return data[i]; }
    template <typename E>
    __tile__ constexpr Vec& operator+=(Expr<E> const& e) {
        for (int i = 0; i < N; ++i) data[i] += e.self()[i];
        return *this;
    }
};
template <typename Op, typename... Es>
struct Node : Expr<Node<Op, Es...>> {};
template <typename Op, typename L, typename R>
struct Node<Op, L, R> : Expr<Node<Op, L, R>> {
    L const& l;
    R const& r;
    __tile__ constexpr Node(L const& l, R const& r) : l(l), r(r) {}
    __tile__ constexpr auto operator[](int i) const { return Op::apply(l[i], r[i]); }
};
template <typename Op, typename L>
struct Node<Op, L> : Expr<Node<Op, L>> {
    L const& l;
    __tile__ constexpr explicit Node(L const& l) : l(l) {}
    __tile__ constexpr auto operator[](int i) const { return Op::apply(l[i]); }
};
struct Add {
    template <class A, class B>
    __tile__ static constexpr auto apply(A a, B b) -> decltype(a + b) {
        return a + b;
    }
};
struct Mul {
    template <class A, class B>
    __tile__ static constexpr auto apply(A a, B b) -> decltype(a * b) {
        return a * b;
    }
};
struct Neg {
    template <class A>
    __tile__ static constexpr A apply(A a) {
        return -a;
    }
};
template <typename T>
struct Scalar : Expr<Scalar<T>> {
    T v;
    __tile__ constexpr Scalar(T v) : v(v) {}
    __tile__ constexpr T operator[](int) const { return v; }
};
template <typename T>
Scalar(T) -> Scalar<T>;
template <typename A, typename B>
__tile__ constexpr auto operator+(Expr<A> const& a, Expr<B> const& b) {
    return Node<Add, A, B>(a.self(), b.self());
}
template <typename A, typename B>
__tile__ constexpr auto operator*(Expr<A> const& a, Expr<B> const& b) {
    return Node<Mul, A, B>{a.self(), b.self()};
}
template <typename A>
__tile__ constexpr auto operator-(Expr<A> const& a) {
    return Node<Neg, A>{a.self()};
}
template <typename E>
__tile__ constexpr int sum(Expr<E> const& e, int n) {
    int s = 0;
    for (int i = 0; i != n; ++i) s += e[i];
    return s;
}
template <typename E>
struct size_of;
template <typename T, int N>
struct size_of<Vec<T, N>> {
    static constexpr int value = N;
};
template <typename Op, typename L, typename... R>
struct size_of<Node<Op, L, R...>> : size_of<L> {};

extern "C" __tile_global__ void test(int* out, int n) {
    Vec<int, 8> a, b(n);
    for (int i = 0; i < 8; ++i) a[i] = i + n;
    Scalar two(2);
    auto e = a + b;
    static_assert(size_of<decltype(e)>::value == 8);
    Vec<int, 8> c = a * b + (-a);
    c += two * a;
    for (int i = 0; i < 8; ++i) out[i] = c[i];
    for (int i = 0; i < 8; ++i) out[8 + i] = (a + b * two)[i];
    out[16] = sum(a + b, 8);
    constexpr Vec<int, 3> k(7);
    constexpr Vec<int, 3> m = k + k * k;
    static_assert(m[1] == 56);
    out[17] = m[2];
}
