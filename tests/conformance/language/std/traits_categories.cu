// case: traits_categories
// spec: [meta.unary.cat]
// arg: out i32[2]
// expect: [3, 13]
#include <type_traits>

struct S {
    int m;
    int f();
};
union U {};
enum E {};
enum class F {};
template <class T>
constexpr int category() {
    return std::is_void_v<T> + std::is_null_pointer_v<T> * 2 + std::is_integral_v<T> * 3 + std::is_floating_point_v<T> * 4 +
           std::is_array_v<T> * 5 + std::is_pointer_v<T> * 6 + std::is_lvalue_reference_v<T> * 7 +
           std::is_rvalue_reference_v<T> * 8 + std::is_member_object_pointer_v<T> * 9 +
           std::is_member_function_pointer_v<T> * 10 + std::is_enum_v<T> * 11 + std::is_union_v<T> * 12 +
           std::is_class_v<T> * 13 + std::is_function_v<T> * 14;
}
// Exactly one category is true of each type.
static_assert(category<void const>() == 1 && category<decltype(nullptr)>() == 2 && category<char16_t volatile>() == 3);
static_assert(category<long double>() == 4 && category<int[]>() == 5 && category<int[3][4]>() == 5);
static_assert(category<int (*)(int)>() == 6 && category<S*const>() == 6 && category<int&>() == 7 && category<S&&>() == 8);
static_assert(category<int S::*>() == 9 && category<int (S::*)() const>() == 10);
static_assert(category<E>() == 11 && category<F const>() == 11 && category<U>() == 12 && category<S>() == 13);
static_assert(category<int(int)>() == 14 && category<void() const>() == 14 && category<int(...) &>() == 14);
extern "C" __tile_global__ void test(int* out) {
    out[0] = category<bool>();
    out[1] = category<decltype([] {})>();
}
