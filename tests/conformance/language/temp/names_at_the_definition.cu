// case: names_at_the_definition
// spec: [temp.res], [basic.lookup.unqual]
// note: the out-of-class definition sees helper, the class does not need it
// arg: i32 = 5
// arg: out i32[1]
// expect: [10]
namespace lib {
template <typename T>
struct A {
    __tile__ int f(T x);
};
}
namespace lib {
__tile__ int helper(int x) { return 2 * x; }
}
template <typename T>
__tile__ int lib::A<T>::f(T x) {
    return helper(x);
}

extern "C" __tile_global__ void test(int n, int* out) { *out = lib::A<int>().f(n); }
