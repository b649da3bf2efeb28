// case: deduced_noexcept
// spec: [temp.deduct.type]/8, [temp.deduct.type]/21
// arg: out i32[8]
// expect: [11, 2, 11, 20, 21, 6, 1, 12]
template <class R, class... A, bool N>
constexpr int f(R (*)(A...) noexcept(N)) { return N * 10 + sizeof...(A); }
template <class> constexpr int v = 0;
template <class R, class... A, bool N> constexpr int v<R (*)(A...) noexcept(N)> = 10 + N;
template <class> constexpr int plain = 1;
template <class R, class... A> constexpr int plain<R (*)(A...)> = 2;
template <class R, class... A> constexpr int plain<R (*)(A...) noexcept> = 3;
struct D { void h(); void i() noexcept; };
template <class R, class K, class... A, bool N> constexpr int v<R (K::*)(A...) noexcept(N)> = 20 + N;
template <class> constexpr int of_function = 0;
template <class R, class... A, bool N> constexpr int of_function<R(A...) noexcept(N)> = 1 + N;
static_assert(of_function<void()> == 1 && of_function<int(int) noexcept> == 2);
// A type alone has no `noexcept` in it, so that the other is another type.
template <class> constexpr int without = 0;
template <class R> constexpr int without<R (*)()> = 1;
static_assert(without<void (*)()> == 1 && without<void (*)() noexcept> == 0);
// The type of N must be bool.
template <class R, int N> constexpr bool of_int(R (*)() noexcept(N)) { return true; }
template <class T> constexpr bool has_of_int = requires(T p) { of_int(p); };
static_assert(!has_of_int<void (*)()> && !has_of_int<void (*)() noexcept>);
// Deduced from both; a call drops `noexcept` otherwise.
template <bool N> constexpr int twice(void (*)() noexcept(N), void (*)(int) noexcept(N)) { return N; }
template <class P, class Q> constexpr bool has_twice = requires(P p, Q q) { twice(p, q); };
static_assert(!has_twice<void (*)() noexcept, void (*)(int)>);
template <class R, class... A> constexpr int dropped(R (*)(A...)) { return 5 + sizeof...(A); }
template <class R, class... A, bool N>
constexpr int by_reference(R (&)(A...) noexcept(N)) { return N; }
template <class T> constexpr int depends(void (*)(T) noexcept(sizeof(T) == 4)) { return 12; }
__tile__ inline void a(int) noexcept {}
__tile__ inline void b(int, char) {}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(a);
    out[1] = f(&b);
    out[2] = v<void (*)(int) noexcept>;
    out[3] = v<decltype(&D::h)>;
    out[4] = v<decltype(&D::i)>;
    out[5] = dropped(a);
    out[6] = by_reference(a);
    out[7] = depends(a);
}
static_assert(plain<void (*)()> == 2 && plain<void (*)() noexcept> == 3 && plain<int> == 1);
