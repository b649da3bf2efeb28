// case: constant_downcast_of_null
// spec: [expr.static.cast]/11, [expr.const]
// arg: out i32[2]
// expect: [1, 3]
struct A { int a = 1; };
struct B { int b = 2; };
struct M : A, B { int m = 3; };
struct N : A, M {};
constexpr B* none = nullptr;
constexpr M* m = static_cast<M*>(none);
static_assert(m == nullptr);
static_assert((const N*)none == nullptr);
static_assert(static_cast<B*>(static_cast<M*>(none)) == nullptr);
constexpr M whole;
constexpr const B* part = &whole;
static_assert(static_cast<const M*>(part) == &whole);
template <B* b> constexpr bool is_null = static_cast<M*>(b) == nullptr;
static_assert(is_null<nullptr>);

extern "C" __tile_global__ void test(int* p) {
    p[0] = m == nullptr;
    p[1] = static_cast<const M*>(part)->m;
}
