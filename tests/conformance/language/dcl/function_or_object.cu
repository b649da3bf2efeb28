// case: function_or_object
// spec: [dcl.ambig.res]
// arg: out i32[5]
// arg: i32 = 5
// expect: [1, 0, 0, 5, 1]

struct S { int v; __tile__ S(int x = 1) : v(x) {} };
template <class X> constexpr bool is_function = __is_function(X);

extern "C" __tile_global__ void test(int* out, int n) {
    S w(int(n));            // a function with a parameter called n
    S x(int());             // a function that takes a function
    S y((int(n)));          // an object
    S z = S(int(n));        // an object
    S u(S(), S());          // a function again
    out[0] = is_function<decltype(w)> && is_function<decltype(x)>;
    out[1] = is_function<decltype(y)>;
    out[2] = is_function<decltype(z)>;
    out[3] = y.v;
    out[4] = is_function<decltype(u)>;
}
