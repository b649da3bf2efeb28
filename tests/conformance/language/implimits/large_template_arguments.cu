// case: large_template_arguments
// spec: [implimits]
// reject: E0417 nine hundred lists of arguments, each with sixty thousand numbers
struct Table {
    int values[60000];
};
template <Table T, int N>
struct Chain {
    static constexpr int value = Chain<T, N - 1>::value;
};
template <Table T>
struct Chain<T, 0> {
    static constexpr int value = 1;
};
extern "C" __tile_global__ void test(int* out) { *out = Chain<Table{{1}}, 900>::value; }
