// case: base_final
// spec: [class.derived.general]/2
// reject: E0313 `A` is `final`, so it cannot be a base
struct A final {};
struct B : A {};
extern "C" __tile_global__ void test(int *p) { B b; }
