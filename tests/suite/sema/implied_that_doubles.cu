//@ check
// What is implied of a class by its members is found once a class, however often it is a member.
template <int N> struct Pair {
    Pair<N - 1> a, b;
    bool operator==(const Pair &) const = default;
};
template <> struct Pair<0> {
    bool operator==(const Pair &) const = default;
};
static_assert(noexcept(Pair<12>()) && noexcept(Pair<12>(Pair<12>())));
static_assert(__is_nothrow_constructible(Pair<12>) && __is_nothrow_assignable(Pair<12> &, Pair<12>));
static_assert(__is_trivially_copyable(Pair<12>) && __is_constructible(Pair<12>, const Pair<12> &));
static_assert(__is_aggregate(Pair<12>) && __is_trivially_destructible(Pair<12>));
template <int N> struct Throws {
    Throws<N - 1> a, b;
};
template <> struct Throws<0> {
    ~Throws() noexcept(false) {}
    Throws(const Throws &) noexcept(false);
};
static_assert(!noexcept(Throws<12>(static_cast<const Throws<12> &>(*(Throws<12> *)nullptr))));
static_assert(!__is_trivially_copyable(Throws<12>) && !__is_constructible(Throws<12>));
template <int N> struct Left;
template <int N> struct Right;
template <int N> struct Left : Left<N - 1>, Right<N - 1> {};
template <int N> struct Right : Left<N - 1>, Right<N - 1> {};
template <> struct Left<0> {};
template <> struct Right<0> {};
static_assert(noexcept(Left<6>()) && __is_empty(Left<6>));
// The same of values.
template <int N> constexpr int value = value<N - 1> + value<N - 1>;
template <> constexpr int value<0> = 1;
static_assert(value<30> == 1 << 30);
