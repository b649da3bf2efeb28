// case: x_macros
// spec: [cpp.include]
// arg: i32 = 1
// arg: out i32[3]
// expect: [60, 3, 20]
// note: a header without a guard is read each time, with the macros of that place.
enum Color {
#define ENTRY(name, value) name,
#include "headers/list.inc"
#undef ENTRY
    count
};
constexpr int values[] = {
#define ENTRY(name, value) value,
#include "headers/list.inc"
#undef ENTRY
};

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = 0
#define ENTRY(name, value) + value
#include "headers/list.inc"
#undef ENTRY
        ;
    out[1] = count;
    out[2] = values[green * i];
}
