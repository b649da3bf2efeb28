//@ check
// What is evaluated on demand and needs itself is an error at the place that closes the cycle; clang
// refuses each of these too.
struct Noexcept {
    void f() noexcept(noexcept(f())); //~ error[E0314]
    void g() noexcept(noexcept(h())); //~ error[E0314]
    void h() noexcept(noexcept(g()));
    Noexcept operator+(Noexcept) noexcept(noexcept(Noexcept() + Noexcept())); //~ error[E0314]
};
template <class T> struct Template {
    void f() noexcept(noexcept(Template<T>().f())); //~ error[E0314]
};
struct Aggregate {
    int x;
    int b = Aggregate{}.x; //~ error[E0314]
};
template <class T> struct Member {
    int x = Member<T>{}.x; //~ error[E0314]
};
struct Outer {
    struct Inner {
        int y = Outer{}.x; //~ error[E0314]
    };
    int x = Inner{}.y;
};
template <int N = v<>> constexpr int v = 1; //~ error[E0314]
// These need another than themselves.
template <class T> struct Node {
    Node<T *> *up;
    Node<T> *next = nullptr;
    int size = sizeof(Node<T> *);
    static constexpr bool is_quiet() noexcept(noexcept(sizeof(Node<T>))) { return true; }
};
static_assert(noexcept(Node<int>::is_quiet()));
static_assert(sizeof(Node<int>) == 24);
__tile_global__ void kernel(int *out) {
    (void)noexcept(Noexcept().f());
    (void)noexcept(Noexcept().g());
    (void)noexcept(Noexcept() + Noexcept());
    (void)noexcept(Template<int>().f());
    Aggregate a{};
    Member<int> m{};
    Outer o{};
    Node<int> node{};
    out[0] = node.size;
    out[1] = v<>;
}
