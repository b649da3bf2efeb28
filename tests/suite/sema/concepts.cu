//@ check
// [temp.constr]: satisfaction, subsumption, requires-expressions.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class T> concept Small = sizeof(T) <= 2;
template <class T> concept Tiny = Small<T> && sizeof(T) == 1;
template <class T> concept Addable = requires(T a, T b) { a + b; };
template <class T> constexpr int pick(T) { return 0; }
template <Small T> constexpr int pick(T) { return 1; }
template <Tiny T> constexpr int pick(T) { return 2; }
static_assert(pick(1) == 0 && pick(static_cast<short>(1)) == 1 && pick('a') == 2);

struct NoPlus {};
static_assert(Addable<int> && !Addable<NoPlus> && Addable<int*> == false);

template <class T> concept Sized = requires(T t) {
    typename T::type;
    { t.size() } noexcept;
    requires sizeof(t) == 4;
};
struct Good {
    using type = int;
    int size() const noexcept;
    int n;
};
struct Throws {
    using type = int;
    int size() const;
    int n;
};
static_assert(Sized<Good> && !Sized<Throws> && !Sized<int>);

template <class T> requires (!Small<T>) constexpr int large(T) { return sizeof(T); }
static_assert(large(1.0) == 8);
template <Small auto N> struct Value { static constexpr int value = N; };
static_assert(Value<'a'>::value == 97);

__tile_global__ void unsatisfied(int* p) {
    *p = large('a'); //~ error
}
