// case: defaulted_comparison_is_deleted
// spec: [class.eq]/2, [class.spaceship]/1
// arg: out i32[5]
// expect: [1, 0, 1, 0, 1]
// note: the declarations are not mistakes; a use finds that there is no such comparison

template <class T> concept equal = requires(const T a) { a == a; };
struct Opaque { int value; };
struct Plain { int value[2]; __tile__ bool operator==(const Plain&) const = default; };
struct Holder { Opaque part; __tile__ bool operator==(const Holder&) const = default; };
struct Heir : Plain { int more; friend __tile__ bool operator==(const Heir&, const Heir&) = default; };
template <class T> struct Wrap { T value; __tile__ bool operator==(const Wrap&) const = default; };

extern "C" __tile_global__ void test(int* out) {
    out[0] = equal<Plain>;
    out[1] = equal<Holder>;
    out[2] = equal<Heir>;
    out[3] = equal<Wrap<Opaque>>;
    out[4] = equal<Wrap<Wrap<Plain>>>;
}
