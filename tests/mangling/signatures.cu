// Kernels whose symbols nvcc 13.3 was asked for; `signatures.txt` has its answers.
// Recorded by `tests/mangling/record signatures.cu`.
#include "cuda_tile.h"
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// Builtin types, qualifiers, declarators.
__tile_global__ void plain() {}
__tile_global__ void restricted(float* __restrict__ a, const float* __restrict__ b, int const n) {}
__tile_global__ void scalars_a(bool, char, signed char, unsigned char, short, unsigned short) {}
__tile_global__ void scalars_b(int, unsigned, long, unsigned long, long long, unsigned long long) {}
__tile_global__ void scalars_c(float, double, char8_t, char16_t, char32_t, wchar_t) {}
__tile_global__ void scalars_d(std::size_t, std::ptrdiff_t, std::uint8_t, std::int64_t) {}
__tile_global__ void pointers(int*, const int*, volatile int*, const volatile int*, int* const*) {}
__tile_global__ void pointers_to_void(void*, const void*, void**) {}
__tile_global__ void pointers_to_arrays(int (*a)[4], const float (*b)[2][3]) {}
__tile_global__ void adjusted(int a[4], const float b[]) {}
__tile_global__ void functions(void (*f)(int), int (*g)(float*, float*), void (*h)() noexcept) {}
__tile_global__ void repeated(float*, float*, const float*, const float*, float**, float**) {}
__tile_global__ void overloaded(int*) {}
__tile_global__ void overloaded(float*) {}
extern "C" __tile_global__ void c_linkage(int*) {}
extern "C" {
__tile_global__ void c_linkage_block(float*) {}
static __tile_global__ void internal(float*) {}
static __tile_global__ void internal_too(int*) {}
namespace n { static __tile_global__ void internal(int*) {} }
}

// Names of scopes.
struct S {
    int a;
    struct Inner { int b; };
    enum E { X };
    int m(int) const;
    static int s;
};
enum Plain { P0, P1 };
enum class Scoped : unsigned char { A, B };
namespace outer {
struct T { int a; };
enum E { Y };
__tile_global__ void in_outer(T*, E*, int*) {}
namespace inner {
struct U { struct V { int a; }; };
__tile_global__ void in_inner(T*, U*, U::V*, T*) {}
}
inline namespace v1 {
struct W { int a; };
__tile_global__ void in_inline(W*, T*) {}
}
}
namespace a::b::c {
__tile_global__ void in_nested(outer::inner::U::V*, outer::T*) {}
}
__tile_global__ void classes(S*, const S*, S::Inner*, S::E*, S*) {}
__tile_global__ void enums(Plain*, Scoped*, outer::E*, outer::W*) {}
typedef struct { int a; } NamedByTypedef;
__tile_global__ void named_by_typedef(NamedByTypedef*) {}
__tile_global__ void member_pointers(int S::** p, int (S::** q)(int) const) {}

// Templates: types.
template <class T> struct Box { T value; struct Part { T v; }; };
template <class T, class U> struct Two {};
template <class T> __tile_global__ void one(T*) {}
template __tile_global__ void one<float>(float*);
template __tile_global__ void one<const float>(const float*);
template __tile_global__ void one<S>(S*);
template __tile_global__ void one<outer::T>(outer::T*);
template __tile_global__ void one<Box<int>>(Box<int>*);
template __tile_global__ void one<Box<Box<int>>>(Box<Box<int>>*);
template __tile_global__ void one<Box<int>::Part>(Box<int>::Part*);
template __tile_global__ void one<Two<S, Two<S, S>>>(Two<S, Two<S, S>>*);
template __tile_global__ void one<int[4]>(int (*)[4]);
template __tile_global__ void one<void(int)>(void (*)(int));
template __tile_global__ void one<std::pair<int, float>>(std::pair<int, float>*);
template <class T> __tile_global__ void box_of(Box<T>*, T*, Box<T>*, typename Box<T>::Part*) {}
template __tile_global__ void box_of<int>(Box<int>*, int*, Box<int>*, Box<int>::Part*);
template <class T, class U> __tile_global__ void two(T*, U*, T*, const U*, T**) {}
template __tile_global__ void two<int, float>(int*, float*, int*, const float*, int**);
template <class T, class U = T> __tile_global__ void with_default(T*, U*) {}
template __tile_global__ void with_default<int>(int*, int*);
template <class T> __tile_global__ void no_parameters() {}
template __tile_global__ void no_parameters<int>();
template __tile_global__ void no_parameters<const int&>();
template __tile_global__ void no_parameters<int&&>();
template __tile_global__ void no_parameters<void (&)(int)>();
template __tile_global__ void no_parameters<int S::*>();
template __tile_global__ void no_parameters<int (S::*)(int) const>();
template __tile_global__ void no_parameters<int (S::*)(int) &>();
template __tile_global__ void no_parameters<void (*)() noexcept>();
template __tile_global__ void no_parameters<void(int, ...)>();
template __tile_global__ void no_parameters<void() const>();
template __tile_global__ void no_parameters<std::nullptr_t>();
template __tile_global__ void no_parameters<const int[3]>();
template __tile_global__ void no_parameters<int[]>();
template __tile_global__ void no_parameters<const volatile int* const>();
template __tile_global__ void no_parameters<long double>();
template __tile_global__ void no_parameters<__half>();
template __tile_global__ void no_parameters<__nv_bfloat16>();
namespace outer {
template <class T> __tile_global__ void in_namespace(T*, Box<T>*) {}
template __tile_global__ void in_namespace<T>(T*, Box<T>*);
template <class T> struct Holder { template <class U> struct Rebind { U u; }; using type = T; };
}
template __tile_global__ void outer::in_namespace<outer::Holder<int>>(outer::Holder<int>*, Box<outer::Holder<int>>*);
template __tile_global__ void one<outer::Holder<int>::Rebind<float>>(outer::Holder<int>::Rebind<float>*);

// Templates: values.
template <int N> __tile_global__ void number(float*) {}
template __tile_global__ void number<0>(float*);
template __tile_global__ void number<42>(float*);
template __tile_global__ void number<-7>(float*);
template <bool B, char C, unsigned U, long L, unsigned char H, short W> __tile_global__ void numbers() {}
template __tile_global__ void numbers<true, 'x', 7u, -3l, 200, -1>();
template __tile_global__ void numbers<false, '\0', 4294967295u, 9000000000l, 0, 5>();
template <Scoped E, Plain F> __tile_global__ void enumerators() {}
template __tile_global__ void enumerators<Scoped::B, P1>();
template <auto V> __tile_global__ void any_value() {}
template __tile_global__ void any_value<5>();
template __tile_global__ void any_value<true>();
template __tile_global__ void any_value<'c'>();
template __tile_global__ void any_value<Scoped::A>();
template __tile_global__ void any_value<5ull>();
template <class T, T V> __tile_global__ void typed_value(T*) {}
template __tile_global__ void typed_value<int, 3>(int*);
template __tile_global__ void typed_value<unsigned, 3>(unsigned*);
template <std::size_t N> __tile_global__ void array_of(float (*)[N]) {}
template __tile_global__ void array_of<8>(float (*)[8]);
template <class T, int N, int M> __tile_global__ void matrix_of(T (*)[N][M]) {}
template __tile_global__ void matrix_of<float, 2, 3>(float (*)[2][3]);

// Packs and template template parameters.
template <class... Ts> struct List {};
template <int... Ns> struct Ints {};
template <class... Ts> __tile_global__ void types(Ts*...) {}
template __tile_global__ void types<>();
template __tile_global__ void types<int>(int*);
template __tile_global__ void types<int, float, int>(int*, float*, int*);
template <int... Ns> __tile_global__ void values(Ints<Ns...>*) {}
template __tile_global__ void values<>(Ints<>*);
template __tile_global__ void values<1, 2, 3>(Ints<1, 2, 3>*);
template <class T, class... Ts> __tile_global__ void first_and_rest(T*, List<Ts...>*, const Ts*...) {}
template __tile_global__ void first_and_rest<int, float, double>(int*, List<float, double>*, const float*, const double*);
template <class... Ts> __tile_global__ void boxes(List<Box<Ts>...>*) {}
template __tile_global__ void boxes<int, float>(List<Box<int>, Box<float>>*);
template <template <class> class C, class T> __tile_global__ void container(C<T>*) {}
template __tile_global__ void container<Box, int>(Box<int>*);
template <template <class...> class C, class... Ts> __tile_global__ void containers(C<Ts...>*, C<>*) {}
template __tile_global__ void containers<List, int, float>(List<int, float>*, List<>*);
template <template <class> class C> __tile_global__ void template_only() {}
template __tile_global__ void template_only<Box>();
template __tile_global__ void template_only<outer::Holder>();
template <class T> struct Applied;
template <template <class> class C, class T> struct Applied<C<T>> {};
template __tile_global__ void one<Applied<Box<int>>>(Applied<Box<int>>*);

// Dependent names and expressions in signatures.
struct Traits { using type = float; template <class U> struct rebind { using type = U; }; static constexpr int value = 3; };
template <class T> constexpr int size_of_it() { return sizeof(T); }
template <class T> constexpr int variable = sizeof(T);
template <class T> __tile_global__ void member_type(typename T::type*) {}
template __tile_global__ void member_type<Traits>(float*);
template <class T> __tile_global__ void nested_member_type(typename T::template rebind<int>::type*) {}
template __tile_global__ void nested_member_type<Traits>(int*);
template <class T> __tile_global__ void conditional(std::conditional_t<(sizeof(T) > 4), int, float>*) {}
template __tile_global__ void conditional<char>(float*);
template <class T> __tile_global__ void enabled(std::enable_if_t<std::is_integral_v<T>, T>*) {}
template __tile_global__ void enabled<int>(int*);
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> __tile_global__ void enabled_by_default(T*) {}
template __tile_global__ void enabled_by_default<int>(int*);
template <class T> __tile_global__ void removed(std::remove_const_t<T>*) {}
template __tile_global__ void removed<const int>(int*);
template <int N> __tile_global__ void sum(Ints<N + 1>*) {}
template __tile_global__ void sum<3>(Ints<4>*);
template <int N, int M> __tile_global__ void arithmetic(Ints<N * M, N - M, N / 2, -N, ~N, (N << 1)>*) {}
template __tile_global__ void arithmetic<4, 2>(Ints<8, 2, 2, -4, -5, 8>*);
template <int N> __tile_global__ void comparison(std::integral_constant<bool, (N > 4)>*, std::integral_constant<bool, N == 4 || !N>*) {}
template __tile_global__ void comparison<4>(std::integral_constant<bool, false>*, std::integral_constant<bool, true>*);
template <int N> __tile_global__ void choice(Ints<N ? 1 : 2>*) {}
template __tile_global__ void choice<4>(Ints<1>*);
template <class T> __tile_global__ void size(Ints<sizeof(T)>*, Ints<alignof(T)>*) {}
template __tile_global__ void size<int>(Ints<4>*, Ints<4>*);
template <class... Ts> __tile_global__ void count(Ints<sizeof...(Ts)>*) {}
template __tile_global__ void count<int, int>(Ints<2>*);
template <class T> __tile_global__ void member_value(Ints<T::value>*) {}
template __tile_global__ void member_value<Traits>(Ints<3>*);
template <class T> __tile_global__ void function_value(Ints<size_of_it<T>()>*) {}
template __tile_global__ void function_value<int>(Ints<4>*);
template <class T> __tile_global__ void variable_value(Ints<variable<T>>*) {}
template __tile_global__ void variable_value<int>(Ints<4>*);
template <auto V> __tile_global__ void cast_value(Ints<static_cast<int>(V)>*, Ints<int(V)>*, Ints<(int)V>*) {}
template __tile_global__ void cast_value<3u>(Ints<3>*, Ints<3>*, Ints<3>*);
template <class T> __tile_global__ void declared(decltype(T() + 1)*) {}
template __tile_global__ void declared<float>(float*);
template <class T> __tile_global__ void declared_member(decltype(std::declval<T>().a)*) {}
template __tile_global__ void declared_member<S>(int*);
template <class T> __tile_global__ void declared_by_parameter(T* p, decltype(p + 1) q) {}
template __tile_global__ void declared_by_parameter<int>(int*, int*);
template <class T> __tile_global__ void declared_call(decltype(size_of_it<T>())*) {}
template __tile_global__ void declared_call<int>(int*);
template <int... Ns> __tile_global__ void folded(Ints<(Ns + ...)>*, Ints<(0 + ... + Ns)>*) {}
template __tile_global__ void folded<1, 2>(Ints<3>*, Ints<3>*);
template <class T> __tile_global__ void noexcept_value(std::bool_constant<noexcept(T())>*) {}
template __tile_global__ void noexcept_value<int>(std::bool_constant<true>*);
template <std::size_t N> __tile_global__ void bound(float (*)[N + 1]) {}
template __tile_global__ void bound<3>(float (*)[4]);
template <std::size_t... Is> __tile_global__ void sequence(std::index_sequence<Is...>*) {}
template __tile_global__ void sequence<0, 1>(std::index_sequence<0, 1>*);

// Constraints.
template <class T> concept Small = sizeof(T) <= 4;
template <Small T> __tile_global__ void constrained(T*) {}
template __tile_global__ void constrained<int>(int*);
template <class T> requires Small<T> __tile_global__ void constrained_by_clause(T*) {}
template __tile_global__ void constrained_by_clause<int>(int*);
template <class T> __tile_global__ void constrained_behind(T*) requires Small<T> {}
template __tile_global__ void constrained_behind<int>(int*);
__tile_global__ void abbreviated(auto* p, auto* q) {}
template __tile_global__ void abbreviated<int, float>(int*, float*);
__tile_global__ void abbreviated_constrained(Small auto p) {}
template __tile_global__ void abbreviated_constrained<int>(int);
template <class T> __tile_global__ void half_abbreviated(T* p, auto q) {}
template __tile_global__ void half_abbreviated<int, float>(int*, float);

// Aliases leave no trace.
template <class T> using Pointer = T*;
template <int N> using IntsOf = Ints<N, N>;
using Alias = outer::inner::U;
__tile_global__ void aliases(Pointer<int>, IntsOf<2>*, Alias*) {}
template <class T, int N> __tile_global__ void dependent_aliases(Pointer<T>, IntsOf<N>*) {}
template __tile_global__ void dependent_aliases<int, 2>(int*, IntsOf<2>*);

// `__restrict__` below the top level is part of the type.
template <class T> struct Holder { T value; };
__tile_global__ void restrict_pointee(float* __restrict__* p) {}
__tile_global__ void restrict_const_pointee(float* __restrict__ const* p, const float* __restrict__ q) {}
__tile_global__ void restrict_levels(float* const __restrict__* __restrict__* p) {}
__tile_global__ void restrict_arguments(Holder<float* __restrict__>*, Holder<const float* __restrict__*>*) {}
template <class T> __tile_global__ void restrict_deduced(T* p) {}
template __tile_global__ void restrict_deduced<float* __restrict__>(float* __restrict__* p);
template <class T> static __tile_global__ void internal_template(T* p) {}
template __tile_global__ void internal_template<int>(int* p);
