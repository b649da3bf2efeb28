// case: function_types
// spec: [dcl.fct]/5
// arg: i32 = 4
// arg: out i32[5]
// expect: [1, 1, 1, 6, 7]
// note: array and function parameters are pointers; top-level qualifiers of parameters are dropped.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
__tile__ int inc(int n) { return n + 1; }
__tile__ int apply(int f(int), const int n) { return f(n) + 1; }
__tile__ int add(int a[2]) { return a[0] + a[1]; }
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = same<decltype(add), int(int*)>;
    out[1] = same<decltype(apply), int(int (*)(int), int)>;
    out[2] = same<int(int[3]), int(int[5])>;
    out[3] = apply(inc, n);
    int two[2] = {n, 3};
    out[4] = add(two);
}
