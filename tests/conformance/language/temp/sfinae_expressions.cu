// case: sfinae_expressions
// spec: [temp.deduct.general]
// note: each row of the standard's list of failures is one trait
// arg: out i32[14]
// expect: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
template <typename... T>
using void_t = void;
template <typename T>
T&& declval();
template <template <typename> class Op, typename T, typename = void>
constexpr bool works = false;
template <template <typename> class Op, typename T>
constexpr bool works<Op, T, void_t<Op<T>>> = true;
template <typename T>
using reference_to = T&;
template <typename T>
using array_of = T[4];
template <typename T>
using member_pointer = int T::*;
template <typename T>
using sum = decltype(declval<T>() + declval<T>());
template <typename T>
using called = decltype(declval<T>()(1));
template <typename T>
using dereferenced = decltype(*declval<T>());
template <typename T>
using brace_made = decltype(T{1, 2});
struct C {
    __tile__ int operator()(int) { return 0; }
};
struct P {
    int a, b;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = works<reference_to, int>;
    out[1] = works<reference_to, void>;
    out[2] = works<array_of, int>;
    out[3] = works<array_of, int&>;
    out[4] = works<member_pointer, P>;
    out[5] = works<member_pointer, int>;
    out[6] = works<sum, int>;
    out[7] = works<sum, P>;
    out[8] = works<called, C>;
    out[9] = works<called, P>;
    out[10] = works<dereferenced, int*>;
    out[11] = works<dereferenced, int>;
    out[12] = works<brace_made, P>;
    out[13] = works<brace_made, int>;
}
