// case: access_in_substitution
// spec: [temp.deduct.general], [class.access]
// arg: i32 = 2
// arg: out i32[3]
// expect: [1, 2, 30]
// note: access is checked as part of substitution: an inaccessible member makes it fail.
class Hidden {
    using type = int;
    int value = 1;

public:
    int shown = 1;
};
struct Open {
    using type = int;
    int value = 10;
};
template <typename T>
concept has_value = requires(T t) { t.value; };
template <typename T>
concept has_type = requires { typename T::type; };
static_assert(!has_value<Hidden> && has_value<Open>);
static_assert(!has_type<Hidden> && has_type<Open>);
template <typename T>
__tile__ auto pick(T const& t, int) -> decltype(t.value + 0) {
    return t.value;
}
template <typename T>
__tile__ int pick(T const&, long) {
    return 1;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = pick(Hidden(), 0);
    out[1] = n;
    out[2] = pick(Open(), 0) + 10 * n;
}
