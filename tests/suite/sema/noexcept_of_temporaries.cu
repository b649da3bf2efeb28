//@ check
// A temporary is destroyed at the end of the full-expression, so its destructor counts
// ([except.spec]/6); g++ and clang agree with each line.
struct D {
    ~D() noexcept(false);
};
struct I {
    D d;
};
struct B : D {};
struct Q {
    ~Q();
};
D f() noexcept;
Q q() noexcept;
void g(D) noexcept;
const D &h(const D &) noexcept;
struct W {
    int x;
    W(D) noexcept;
};
struct C {
    operator D() const noexcept;
};
template <class T> struct Bases : T {};
static_assert(!noexcept(D()));
static_assert(!noexcept(D{}));
static_assert(!noexcept(I()));
static_assert(!noexcept(I{}));
static_assert(!noexcept(B{}));
static_assert(!noexcept(Bases<D>{}));
static_assert(!noexcept(f()));
static_assert(!noexcept(h(D())));
static_assert(!noexcept((D(), 1)));
static_assert(!noexcept(f(), 1));
static_assert(!noexcept(g(D())));
static_assert(!noexcept(W(D()).x));
static_assert(!noexcept(D(C())));
static_assert(!noexcept(static_cast<D>(C())));
static_assert(!__is_nothrow_constructible(D));
// No temporary is destroyed, or one that does not throw.
static_assert(noexcept(q()));
static_assert(noexcept(Q()));
static_assert(noexcept(C()));
static_assert(noexcept(h(h(*(D *)nullptr))));
static_assert(noexcept(sizeof(f())));
static_assert(noexcept((D *)nullptr));
static_assert(__is_nothrow_constructible(Q));
template <class T>
concept Quiet = requires {
    { T() } noexcept;
};
static_assert(!Quiet<D> && Quiet<Q> && Quiet<int> && !Quiet<I>);
