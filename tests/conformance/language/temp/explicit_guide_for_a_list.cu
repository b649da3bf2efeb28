// case: explicit_guide_for_a_list
// spec: [over.match.list]/1, [over.match.class.deduct]
// reject: E0412 E0412 a list chooses among all guides, but a copy must not choose an explicit one
template <class T>
struct Box {
    T value;
    __tile__ constexpr Box(T value, int) : value(value) {}
    __tile__ constexpr explicit Box(T* p) : value(*p) {}
};
template <class T>
explicit Box(const T&) -> Box<T>;
extern "C" __tile_global__ void test(int* out) {
    Box a = {1};
    Box b = {out};
    *out = 1;
}
