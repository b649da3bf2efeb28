// case: traits_transformations
// spec: [meta.trans]
// arg: out i32[1]
// expect: [15]
#include <type_traits>

template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;
enum class E : unsigned char {};
static_assert(same<std::remove_cv_t<int const volatile>, int> && same<std::remove_cv_t<int const*>, int const*>);
static_assert(same<std::add_const_t<int&>, int&> && same<std::add_cv_t<int>, int const volatile> && same<std::remove_volatile_t<int volatile const>, int const>);
static_assert(same<std::add_lvalue_reference_t<int&&>, int&> && same<std::add_rvalue_reference_t<int&>, int&> && same<std::add_lvalue_reference_t<void>, void>);
static_assert(same<std::add_pointer_t<int&>, int*> && same<std::add_pointer_t<void() const>, void() const> && same<std::remove_pointer_t<int* const>, int>);
static_assert(same<std::make_signed_t<unsigned const>, int const> && same<std::make_unsigned_t<E>, unsigned char> && same<std::make_unsigned_t<char16_t>, unsigned short>);
static_assert(same<std::make_signed_t<unsigned long long>, long long> && same<std::make_unsigned_t<long>, unsigned long>);
static_assert(same<std::remove_extent_t<int[2][3]>, int[3]> && same<std::remove_all_extents_t<int[2][3]>, int> && std::rank_v<int[2][3]> == 2 && std::extent_v<int[2][3], 1> == 3);
static_assert(same<std::decay_t<int const&>, int> && same<std::decay_t<int[3]>, int*> && same<std::decay_t<int(char)>, int (*)(char)> && same<std::remove_cvref_t<int const(&)[2]>, int[2]>);
static_assert(same<std::conditional_t<(1 > 2), int, char>, char> && same<std::underlying_type_t<E>, unsigned char> && same<std::type_identity_t<int>, int>);
static_assert(same<std::common_type_t<char, short>, int> && same<std::common_type_t<int, double, float>, double> && same<std::common_type_t<int const&>, int>);
static_assert(same<std::common_reference_t<int&, int const&>, int const&> && same<std::common_reference_t<int&&, int&>, int const&> && same<std::common_reference_t<int, long&>, long>);
static_assert(sizeof(std::aligned_storage_t<12, 4>) == 12 && alignof(std::aligned_storage_t<1, 8>) == 8);
static_assert(std::conjunction_v<std::true_type, std::is_void<void>> && !std::disjunction_v<> && std::negation_v<std::false_type>);
extern "C" __tile_global__ void test(int* out) { *out = std::integral_constant<int, 7>{} + std::alignment_of_v<double>; }
