// case: gnu_and_declspec_attributes
// spec: [dcl.attr.grammar]
// arg: out i32[3]
// arg: i32 = 3
// expect: [4, 16, 1]
// note: GNU spellings and those of the C++ attributes may be mixed

__attribute__((always_inline)) static __inline__ __tile__ int inc(int x) __attribute__((const));
static inline __tile__ int inc(int x) { return x + 1; }
struct __attribute__((aligned(16))) A { int x; };
struct __declspec(align(4)) B { char c; } __attribute__((unused));
__extension__ typedef long long wide __attribute__((may_alias));

extern "C" __tile_global__ void test(int* out, int n) {
    int __attribute__((unused)) m = inc(n);
    out[0] = m;
    out[1] = alignof(A);
    out[2] = sizeof(wide) == 8;
}
