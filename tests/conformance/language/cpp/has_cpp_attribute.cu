// case: has_cpp_attribute
// spec: [cpp.cond]
// arg: out i32[9]
// expect: [201309, 201603, 201603, 201803, 201907, 200809, 201803, 201803, 0]
// note: table 21.
extern "C" __tile_global__ void test(int* out) {
    constexpr int values[] = {
#if __has_cpp_attribute(deprecated) == 201309L
        201309,
#endif
#if __has_cpp_attribute(fallthrough) == 201603L
        201603,
#endif
#if __has_cpp_attribute(maybe_unused) == 201603L
        201603,
#endif
#if __has_cpp_attribute(no_unique_address) == 201803L
        201803,
#endif
#if __has_cpp_attribute(nodiscard) == 201907L
        201907,
#endif
#if __has_cpp_attribute(noreturn) == 200809L
        200809,
#endif
#if __has_cpp_attribute(likely) == 201803L
        201803,
#endif
#if __has_cpp_attribute(unlikely) == 201803L && __has_cpp_attribute(__likely__)
        201803,
#endif
#if !__has_cpp_attribute(nobody_knows_this) && !__has_cpp_attribute(nobody::knows)
        0,
#endif
    };
    static_assert(sizeof(values) == 9 * sizeof(int));
    for (int i = 0; i < 9; ++i) out[i] = values[i];
}
