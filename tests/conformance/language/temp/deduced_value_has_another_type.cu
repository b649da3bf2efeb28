// case: deduced_value_has_another_type
// spec: [temp.deduct.type]/17, [temp.deduct.type]/19, [temp.deduct.type]/20
// arg: out i32[4]
// expect: [4, 3, 7, 1]
template <class T, T v> struct C {};
template <class T, T...> struct S {};
template <auto...> struct AV {};
template <int> struct I {};
enum E { e0, e1 };

template <class A, class B> constexpr int both = 0;
template <class T, class U, T v> constexpr int both<C<T, v>, C<U, v>> = 2;
static_assert(both<C<int, 1>, C<long, 1>> == 0 && both<C<int, 1>, C<int, 1>> == 2);
template <class A, class B> constexpr int packs = 0;
template <class T, class U, T... i> constexpr int packs<S<T, i...>, S<U, i...>> = 2;
static_assert(packs<S<int, 1>, S<long, 1>> == 0 && packs<S<char, 1>, S<char, 1>> == 2);
template <class> constexpr int second = 0;
template <auto a, decltype(a) b> constexpr int second<AV<a, b>> = 2;
static_assert(second<AV<'a', 1>> == 0 && second<AV<'a', 'b'>> == 2);
template <class> constexpr int same = 0;
template <auto v> constexpr int same<AV<v, v>> = 1;
static_assert(same<AV<1, 1u>> == 0 && same<AV<1, true>> == 0 && same<AV<e1, 1>> == 0);
static_assert(same<AV<1, 1>> == 1 && same<AV<e1, e1>> == 1);
template <class> constexpr int uniform = 0;
template <class T, T a, T... v> constexpr int uniform<AV<a, v...>> = 1;
static_assert(uniform<AV<1, 'a'>> == 0 && uniform<AV<1, 2, 3>> == 1 && uniform<AV<'a'>> == 1);
template <class> constexpr int list = 0;
template <class T, T... v> constexpr int list<AV<v...>> = 1 + sizeof(T);
static_assert(list<AV<1, 2>> == 5 && list<AV<1, 2l>> == 0 && list<AV<2l>> == 9);

template <class T, int n> constexpr bool h(C<T, n>) { return true; }
template <class A> constexpr bool has_h = requires { h(A{}); };
static_assert(!has_h<C<short, 1>> && has_h<C<int, 1>>);
template <long n> constexpr bool g(I<n>) { return true; }
template <class A> constexpr bool has_g = requires { g(A{}); };
static_assert(!has_g<I<4>>);
template <E e> constexpr int of_enum(AV<e>) { return 1; }
template <int i> constexpr int of_enum(AV<i>) { return 3; }
template <const int n> constexpr int qualified(I<n>) { return n; }
// Written out, nothing is deduced, and the value converts.
template <long n, class T> constexpr int written(C<T, n>) { return 4; }
// The bound of an array has no type that counts, and so has the length of a list.
template <short n> constexpr int bound(const int (&)[n]) { return n; }
template <int n> constexpr int bound_and_value(const int (&)[n], I<n>) { return n; }
template <class T, T n> constexpr int size_of_bound(const int (&)[n]) { return sizeof(T); }
template <unsigned char n> constexpr int length(const int (&&)[n]) { return n; }
template <class T, T n, int m> constexpr int outer(C<T, n>, const int (&)[n], I<m>) { return m; }
static_assert(size_of_bound({1, 2}) == sizeof(sizeof 0));

extern "C" __tile_global__ void test(int* out) {
    const int two[2] = {1, 2};
    out[0] = written<1>(C<short, 1>{});
    out[1] = of_enum(AV<2>{}) * of_enum(AV<e1>{});
    out[2] = bound(two) + bound_and_value(two, I<2>{}) + length({1, 2, 3});
    out[3] = outer(C<int, 2>{}, two, I<1>{}) * qualified(I<1>{});
}
