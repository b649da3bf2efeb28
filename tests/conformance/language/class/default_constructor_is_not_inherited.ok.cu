// case: default_constructor_is_not_inherited
// spec: [namespace.udecl]/14, [class.default.ctor]/2 the default constructor of the class hides that of the base
// accept: a reference without an initialiser deletes it
struct H { int k; H() = default; H(int n) : k(n) {} };
struct G : H { using H::H; int& q; };
struct E : H { using H::H; int q = 1; };
template<class T> concept made = requires { T(); };
template<class T> concept listed = requires { T{}; };
static_assert(!made<G> && !listed<G> && made<E> && listed<E>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
