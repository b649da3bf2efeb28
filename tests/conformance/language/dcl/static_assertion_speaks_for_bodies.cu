// case: static_assertion_speaks_for_bodies
// spec: [dcl.pre]
// reject: E0315 the bodies of the member functions rely on what was asserted
template <class T>
constexpr bool is_integer = false;
template <>
constexpr bool is_integer<int> = true;

template <class T>
struct Counter {
    static_assert(is_integer<T>, "counters count");
    T count[3];
    __tile__ static T odd(T x) { return x % 2; }
    __tile__ auto last() const { return count[2] % 2; }
};

extern "C" __tile_global__ void test(float* out) {
    Counter<float> counter{};
    *out = Counter<float>::odd(3.0f);
    *out = counter.last() + counter.odd(1.0f);
}
