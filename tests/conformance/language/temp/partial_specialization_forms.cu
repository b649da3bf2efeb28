// case: partial_specialization_forms
// spec: [temp.spec.partial], [temp.spec.partial.match]
// arg: out i32[12]
// expect: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]
template <typename T>
constexpr int kind = 0;
template <typename T>
constexpr int kind<T*> = 1;
template <typename T>
constexpr int kind<T const> = 2;
template <typename T>
constexpr int kind<T&> = 3;
template <typename T>
constexpr int kind<T&&> = 4;
template <typename T, int N>
constexpr int kind<T[N]> = 5;
template <typename T>
constexpr int kind<T[]> = 6;
template <typename R, typename... A>
constexpr int kind<R(A...)> = 7;
template <typename R, typename... A>
constexpr int kind<R (*)(A...)> = 8;
template <typename C, typename T>
constexpr int kind<T C::*> = 9;
template <typename C, typename R, typename... A>
constexpr int kind<R (C::*)(A...) const> = 10;
template <template <typename...> class C, typename... A>
constexpr int kind<C<A...>> = 11;
template <typename... A>
struct Box {};
struct S {
    int i;
    int f(int) const;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = kind<int**>;
    out[1] = kind<int* const>;
    out[2] = kind<int const&>;
    out[3] = kind<int&&>;
    out[4] = kind<int[3][2]>;
    out[5] = kind<int[]>;
    out[6] = kind<void(int)>;
    out[7] = kind<int (*)()>;
    out[8] = kind<decltype(&S::i)>;
    out[9] = kind<decltype(&S::f)>;
    out[10] = kind<Box<int, char>>;
    out[11] = kind<S>;
}
