// case: noexcept_of_an_expression_in_types
// spec: [except.spec]/13 an exception specification is a part of the type, and an expression in it too
// accept: the types are those that are written
template<class T, class U> constexpr bool same = false;
template<class T> constexpr bool same<T, T> = true;
int f() noexcept(sizeof(int) == 4);
int g() noexcept(sizeof(int) == 8);
static_assert(same<decltype(f), int() noexcept> && same<decltype(&f), int (*)() noexcept>);
static_assert(same<decltype(g), int()> && same<decltype(&g), int (*)()>);
template<class T> struct S {
    T m(T) noexcept(sizeof(T) == 4);
    static T s(T) noexcept(sizeof(T) == 4);
};
static_assert(same<decltype(&S<int>::m), int (S<int>::*)(int) noexcept>);
static_assert(same<decltype(&S<long>::m), long (S<long>::*)(long)>);
static_assert(same<decltype(S<int>::s), int(int) noexcept>);
template<class R> constexpr bool is_noexcept(R (*)()) { return false; }
template<class R> constexpr bool is_noexcept(R (*)() noexcept) { return true; }
static_assert(is_noexcept(&f) && !is_noexcept(g));
template<class T> constexpr bool eq(T a, T b) { return a == b; }
constexpr int c(int x) noexcept(sizeof(int) == 4) { return x; }
static_assert(eq(c, &c));
constexpr auto pc = c;
static_assert(eq(pc, c));
template<class T> constexpr T* address(T& t) { return &t; }
constexpr decltype(&c) pointer = address(c);
int h() noexcept(sizeof(int) == 4);
int h() noexcept(true);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
