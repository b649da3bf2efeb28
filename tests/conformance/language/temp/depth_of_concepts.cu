// case: depth_of_concepts
// spec: [temp.constr.atomic], [implimits]
// reject: E0407 each satisfaction asks for the next
template <typename T>
struct Wrap {};
template <typename T>
constexpr bool check();
template <typename T>
concept Deep = check<T>();
template <typename T>
constexpr bool check() {
    return Deep<Wrap<T>>;
}
template <Deep T>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int>); }
