// case: template_missing_of_a_range_variable
// spec: [temp.names]/3, [temp.dep.expr]/3
// reject: E0219 E0219 the elements of a dependent range are dependent, and the parts of a dependent object
struct Item {
    int a;
    template <int N>
    __tile__ constexpr int load() const { return N; }
};
template <class T>
__tile__ int each(const T& range) {
    int sum = 0;
    for (auto v : range) sum += v.load<3>();
    return sum;
}
template <class T>
__tile__ int part(const T& both) {
    auto [v, w] = both;
    return v.load<3>();
}

extern "C" __tile_global__ void test(int* out) {
    Item items[2] = {};
    *out = each(items) + part(items);
}
