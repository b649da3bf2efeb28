// case: dynamic_cast_operands
// spec: [expr.dynamic.cast]/1
// accept: casts with other operands and targets are not expressions
struct A { virtual void f(); };
struct B : A {};
struct C { int n; };
struct D : C {};
struct Declared;
template <class T, class U> concept Cast = requires(U u) { dynamic_cast<T>(u); };
static_assert(Cast<B*, A*> && Cast<A*, B*> && Cast<void*, A*> && Cast<C*, D*> && Cast<B&, A&>);
static_assert(Cast<C*, A*> && Cast<const B*, A*>);
static_assert(!Cast<D*, C*> && !Cast<B*, const A*> && !Cast<int*, A*> && !Cast<A*, int*>);
static_assert(!Cast<float, A*> && !Cast<A, A&> && !Cast<A&, A*> && !Cast<Declared*, A*>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
