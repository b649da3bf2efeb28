// case: nested_name_ignores_functions
// spec: [basic.lookup.qual]/1
// arg: out i32[1]
// expect: [3]
// note: before `::` only namespaces, types and templates count.
struct A { static constexpr int n = 3; };
extern "C" __tile_global__ void test(int* out) {
    int A = 9;
    out[0] = A::n;
    (void)A;
}
