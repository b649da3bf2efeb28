// case: hard_error_outside_the_immediate_context
// spec: [temp.deduct.general]
// reject: E0315 the body of the return type's class is not in the immediate context
template <typename T>
struct Needs {
    static_assert(sizeof(T) > 2, "too small");
    using type = int;
};
template <typename T>
__tile__ typename Needs<T>::type f(T) {
    return 1;
}
__tile__ int f(...) { return 2; }

extern "C" __tile_global__ void test(int* out) { *out = f('a'); }
