// case: default_constructor_is_not_inherited
// spec: [namespace.udecl]/14, [class.default.ctor]/2 the default constructor of the class hides that of the base
// accept: a reference without an initialiser deletes it
struct H { int k; H() = default; H(int n) : k(n) {} };
struct G : H { using H::H; int& q; };
struct E : H { using H::H; int q = 1; };
template<class T> concept made = requires { T(); };
template<class T> concept listed = requires { T{}; };
static_assert(!made<G> && !listed<G> && made<E> && listed<E>);
// Without one of its own, a class has that of the base.
struct B { int v; constexpr B() : v(1) {} constexpr B(int x) : v(x) {} };
struct F : B { using B::B; constexpr F(char) {} };
constexpr F f;
static_assert(f.v == 1 && F(3).v == 3 && __is_constructible(F));
struct P : B { using B::B; template<class... A> constexpr P(A...) { v = 5; } };
constexpr P p;
static_assert(p.v == 1);
struct V { int v; template<class... A> constexpr V(A... a) : v((a + ... + 0)) {} };
struct D : V { using V::V; };
constexpr D d;
static_assert(d.v == 0 && D(1, 2).v == 3);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
