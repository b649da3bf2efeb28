// case: delete_operand_in_constraints
// spec: [expr.delete]/1 the operand is a pointer to an object whose destructor can be called, or converts to one
// accept: the constraints say what can be deleted
template<class T> concept deletable = requires(T t) { delete t; };
struct A { int n; };
struct Converts { operator A*() const; };
struct Ambiguous { operator A*() const; operator int*() const; };
struct Explicit { explicit operator A*() const; };
class Private { ~Private(); };
struct Deleted { ~Deleted() = delete; };
struct Incomplete;
static_assert(deletable<A*> && deletable<const int*> && deletable<Converts> && deletable<Incomplete*>);
static_assert(!deletable<A> && !deletable<int> && !deletable<int A::*> && !deletable<int (*)(int)>);
static_assert(!deletable<void*> && !deletable<Ambiguous> && !deletable<Explicit>);
static_assert(!deletable<Private*> && !deletable<Deleted*>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
