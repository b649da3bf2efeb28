// case: traits_properties
// spec: [meta.unary.prop]
// arg: out i32[1]
// expect: [10]
#include <type_traits>

struct Pod {
    int a;
    char b;
};
struct Base {
    virtual ~Base();
    virtual void f() = 0;
};
struct Final final {};
class Private {
    int a;

public:
    int b;
};
static_assert(std::is_trivial_v<Pod> && std::is_standard_layout_v<Pod> && std::is_aggregate_v<Pod> && std::is_pod_v<Pod>);
static_assert(std::is_polymorphic_v<Base> && std::is_abstract_v<Base> && !std::is_empty_v<Base>);
static_assert(std::is_empty_v<Final> && std::is_final_v<Final> && !std::is_final_v<Pod>);
static_assert(!std::is_standard_layout_v<Private> && !std::is_aggregate_v<Private>);
static_assert(std::is_const_v<int const> && !std::is_const_v<int const&> && std::is_const_v<int const[3]> && std::is_volatile_v<int* volatile>);
static_assert(std::is_signed_v<char> == (char(-1) < 0) && std::is_signed_v<float> && !std::is_signed_v<unsigned> && std::is_unsigned_v<bool>);
static_assert(std::is_bounded_array_v<int[2]> && std::is_unbounded_array_v<int[]> && !std::is_bounded_array_v<int*>);
static_assert(std::has_unique_object_representations_v<int> && !std::has_unique_object_representations_v<Pod> && !std::has_unique_object_representations_v<float>);
extern "C" __tile_global__ void test(int* out) { *out = std::is_empty_v<Final> * 10 + std::is_abstract_v<Pod>; }
