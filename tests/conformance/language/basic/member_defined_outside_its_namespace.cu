// case: member_defined_outside_its_namespace
// spec: [namespace.def]/4, [basic.lookup.unqual]/6
// arg: i32 = 4
// arg: out i32[2]
// expect: [9, 12]
// note: behind the declarator-id names are looked up in the namespace or class of the member.
namespace n {
constexpr int k = 5;
__tile__ int f(int);
struct S { using T = int; T v; __tile__ T get(T); };
}
__tile__ int n::f(int a) { return a + k; }
__tile__ n::S::T n::S::get(T a) { return v * a; }
extern "C" __tile_global__ void test(int a, int* out) {
    out[0] = n::f(a);
    out[1] = n::S{3}.get(a);
}
