// case: typename_missing_fails_substitution
// spec: [temp.res.general]/4, [temp.deduct.general]/8
// arg: out i32[2]
// expect: [1, 2]

struct Type { using it = int; };
struct Function { static __tile__ int it(int n) { return n; } };
template <class T> concept calls = requires { T::it(1); };
template <class T> __tile__ int which() {
    if constexpr (calls<T>) { return 2; } else { return 1; }
}
extern "C" __tile_global__ void test(int* out) {
    out[0] = which<Type>();
    out[1] = which<Function>();
}
