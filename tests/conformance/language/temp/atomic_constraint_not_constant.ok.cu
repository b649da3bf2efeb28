// case: atomic_constraint_not_constant
// spec: [temp.constr.atomic]/3 a substitution that fails leaves it unsatisfied
// accept: one constraint is a constant, in the other the substitution fails
struct B { constexpr operator int() const { return 0; } };
struct N {};
template<class T> concept truthy = bool(T{});
static_assert(!truthy<B> && !truthy<N>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
