// case: atomic_constraint_not_constant
// spec: [temp.constr.atomic]/3 the value of an atomic constraint is a constant
// reject: E0570 not a constant expression
struct B { operator int() const; };
template<class T> concept truthy = bool(T{});
static_assert(!truthy<B>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
