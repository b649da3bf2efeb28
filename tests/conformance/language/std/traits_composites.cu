// case: traits_composites
// spec: [meta.unary.comp]
// arg: out i32[1]
// expect: [3]
#include <type_traits>

struct S {};
enum class E {};
static_assert(std::is_arithmetic_v<bool> && std::is_arithmetic_v<float const> && !std::is_arithmetic_v<E>);
static_assert(std::is_fundamental_v<void> && std::is_fundamental_v<std::nullptr_t> && !std::is_fundamental_v<int*>);
static_assert(std::is_scalar_v<E> && std::is_scalar_v<int S::*> && !std::is_scalar_v<int&> && !std::is_scalar_v<S>);
static_assert(std::is_object_v<int[2]> && !std::is_object_v<void> && !std::is_object_v<int&> && !std::is_object_v<int()>);
static_assert(std::is_compound_v<E> && std::is_compound_v<int*> && !std::is_compound_v<int>);
static_assert(std::is_reference_v<int&&> && std::is_member_pointer_v<void (S::*)()>);
extern "C" __tile_global__ void test(int* out) { *out = std::is_scalar<E>::value + std::is_object<S>() * 2; }
