// case: unsatisfied_is_false
// spec: [temp.constr.atomic]
// note: a substitution failure makes the atom false, it is not an error
// arg: out i32[4]
// expect: [0, 1, 1, 1]
template <typename T>
concept HasValue = T::value;
template <typename T>
concept Either = HasValue<T> || sizeof(T) == 4;
template <typename T>
concept Not = !HasValue<T>;
struct Yes {
    static constexpr bool value = true;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = HasValue<int>;
    out[1] = HasValue<Yes>;
    out[2] = Either<int>;
    out[3] = Not<int>;
}
