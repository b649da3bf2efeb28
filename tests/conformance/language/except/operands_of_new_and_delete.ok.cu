// case: operands_of_new_and_delete
// spec: [expr.unary.noexcept]/3 an allocation may throw, unless its function cannot
// accept: the operators `noexcept` say so
struct A { A() noexcept(false); };
struct B { B() noexcept; static void* operator new(decltype(sizeof(0))) noexcept; };
struct C { C(); static void* operator new(decltype(sizeof(0))) noexcept; };
struct A2 { A2() noexcept; static void* operator new[](decltype(sizeof(0))) noexcept; };
static_assert(noexcept(new A2[3]) && !noexcept(new A2));
struct D { ~D() noexcept(false); };
static_assert(!noexcept(new int) && !noexcept(new int[3]) && !noexcept(new A()));
static_assert(noexcept(new B()) && !noexcept(new C()));
static_assert(noexcept(delete static_cast<int*>(nullptr)) && !noexcept(delete static_cast<D*>(nullptr)));
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
