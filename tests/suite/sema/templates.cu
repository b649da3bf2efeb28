//@ check
// Deduction, specialisation, partial ordering, packs.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

// [temp.deduct.call]: references and top-level qualifiers, arrays, forwarding references.
template <class T> T by_value(T);
template <class T> T&& forward(T&&);
template <class T, int N> constexpr int length(T (&)[N]) { return N; }
extern int const constant;
extern int array[5];
int rvalue();
static_assert(same<decltype(by_value(constant)), int>);
static_assert(same<decltype(by_value(array)), int*>);
template <class T> T* pointer_to(T&);
static_assert(same<decltype(pointer_to(constant)), int const*>);
static_assert(same<decltype(forward(constant)), int const&>);
static_assert(same<decltype(forward(rvalue())), int&&>);
static_assert(length(array) == 5);

// [temp.func.order]: the more specialised of two that fit.
template <class T> constexpr int order(T) { return 1; }
template <class T> constexpr int order(T*) { return 2; }
template <class T> constexpr int order(T const*) { return 3; }
static_assert(order(1) == 1);
static_assert(order(static_cast<int*>(nullptr)) == 2);
static_assert(order(static_cast<int const*>(nullptr)) == 3);

// [temp.spec.partial.match]
template <class T> struct Kind { static constexpr int value = 0; };
template <class T> struct Kind<T*> { static constexpr int value = 1; };
template <class T> struct Kind<T const*> { static constexpr int value = 2; };
template <class R, class... P> struct Kind<R(P...)> { static constexpr int value = 10 + sizeof...(P); };
template <> struct Kind<void> { static constexpr int value = 20; };
static_assert(Kind<int>::value == 0 && Kind<int*>::value == 1 && Kind<int const*>::value == 2);
static_assert(Kind<int(char, long)>::value == 12 && Kind<void>::value == 20);

// [temp.variadic], [expr.prim.fold]
template <class... T> constexpr int sum(T... x) { return (0 + ... + x); }
template <class... T> constexpr int left(T... x) { return (x - ...); }
template <class... T> constexpr int right(T... x) { return (... - x); }
template <int... N> struct List { static constexpr int product = (N * ... * 1); };
template <int... N> constexpr int squares = sum(N * N...);
static_assert(sum() == 0 && sum(1, 2, 3) == 6 && squares<1, 2, 3> == 14);
// 8 - (4 - 1) and (8 - 4) - 1.
static_assert(left(8, 4, 1) == 5 && right(8, 4, 1) == 3 && List<2, 3, 7>::product == 42);

// [temp.deduct]/8: an ill-formed substitution removes the candidate.
template <class T> constexpr bool has_type(typename T::type*) { return true; }
template <class T> constexpr bool has_type(...) { return false; }
struct With { using type = int; };
static_assert(has_type<With>(nullptr) && !has_type<int>(nullptr));

// [over.match.class.deduct]
template <class T> struct Box {
    T value;
    constexpr Box(T x) : value(x) {}
};
Box(char const*) -> Box<int>;
static_assert(same<decltype(Box(1.5)), Box<double>> && same<decltype(Box(Box(1))), Box<int>>);
static_assert(same<decltype(Box{'a'}), Box<char>>);

// Dependent names and defaults.
template <class T, class U = T*> struct Both { using first = T; using second = U; };
template <class T> using Second = typename Both<T>::second;
static_assert(same<Second<int>, int*> && same<typename Both<int, char>::second, char>);
