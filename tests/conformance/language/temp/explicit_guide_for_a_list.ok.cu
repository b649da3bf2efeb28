// case: explicit_guide_for_a_list
// spec: [over.match.list]/1, [over.match.class.deduct]
// arg: out i32[3]
// expect: [1, 2, 3]
// note: the same, corrected
template <class T>
struct Box {
    T value;
    __tile__ constexpr Box(T value) : value(value) {}
    __tile__ constexpr Box(T value, int) : value(value) {}
    __tile__ constexpr explicit Box(T* p) : value(*p) {}
};
template <class T>
explicit Box(const T&, long) -> Box<T>;
extern "C" __tile_global__ void test(int* out) {
    Box a = {1};
    Box b{2, 0l};
    Box c = {3, 0};
    out[0] = a.value;
    out[1] = b.value;
    out[2] = c.value;
}
