// case: pack_of_earlier_parameters
// spec: [dcl.fct]/22 `...` behind a type that names a pack of earlier parameters expands it
// arg: out i32[1]
// expect: [1]
template <class... A> constexpr int count(A... a, decltype(a)...) { return sizeof...(A); }
struct S {
    int n;
    template <class... A> constexpr S(A... a, decltype(a)*...) : n(sizeof...(A)) {}
};
static_assert(count<int>(1, 2) == 1 && count<int, char>(1, 'a', 2, 'b') == 2);
extern "C" __tile_global__ void test(int* p) { *p = count<int>(1, 2); }
