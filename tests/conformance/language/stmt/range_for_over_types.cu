// case: range_for_over_types
// spec: [stmt.ranged]
// arg: out i32[3]
// expect: [6, 12, 21]
struct Numbers {
    int v[3] = {1, 2, 3};
    __tile__ int* begin() { return v; }
    __tile__ int* end() { return v + 3; }
};
namespace lists {
struct List {
    int v[2] = {10, 11};
};
__tile__ int const* begin(List const& list) { return list.v; }
__tile__ int const* end(List const& list) { return list.v + 2; }
}

extern "C" __tile_global__ void test(int* out) {
    Numbers numbers;
    int s = 0;
    for (int n : numbers) s += n;
    out[0] = s;
    for (int& n : numbers) n *= 2;
    s = 0;
    for (auto const& n : numbers) s += n;
    out[1] = s;
    s = 0;
    for (int n : lists::List{}) s += n;
    out[2] = s;
}
