// case: static_assertions
// spec: [dcl.static.assert]
// arg: out i32[1]
// expect: [1]
// note: at namespace scope, in a class, in a block, in a template when it is instantiated.
static_assert(sizeof(int) == 4, "int has four bytes");
static_assert(true);
struct S { static_assert(alignof(double) == 8); };
template <class T> struct Never { static_assert(sizeof(T) == 0, "not for any type"); };
template <class T> __tile__ int f() { static_assert(sizeof(T) == 4); return 1; }
extern "C" __tile_global__ void test(int* out) {
    static_assert(1 + 1 == 2);
    out[0] = f<float>() + (sizeof(Never<int>*) == 1);
}
