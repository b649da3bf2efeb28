// case: integer_cast_to_pointer_in_constant
// spec: [expr.const]/5
// arg: out i32[2]
// expect: [1, 2]
// A cast that is not a constant takes a default template argument out of consideration.
__device__ const int* p = (const int*)8;
template <class T, auto N = T(1)> constexpr int f(T) { return 1; }
template <class... T> constexpr int f(T*...) { return 2; }
struct A { static constexpr int k = 2; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = p != nullptr;
    out[1] = f(&A::k);
}
