// case: copies_of_large_objects
// spec: [implimits]
// reject: E0590 sixty objects of 60,000 numbers, each copied from the one before
struct Table {
    int values[60000];
};
#define TEN(x) x x x x x x x x x x
extern "C" __tile_global__ void test(int* out) {
    Table a{}, b{};
    TEN(a = b; b = a; a = b; b = a; a = b; b = a;)
    *out = a.values[*out];
}
