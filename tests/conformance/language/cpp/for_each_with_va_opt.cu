// case: for_each_with_va_opt
// spec: [cpp.rescan]
// arg: i32 = 3
// arg: out i32[3]
// expect: [39, 4, 34]
// note: a call that the rescan meets only afterwards is a fresh one: the usual way to loop in the preprocessor.
#define PARENS ()
#define EXPAND(...) EXPAND3(EXPAND3(EXPAND3(__VA_ARGS__)))
#define EXPAND3(...) EXPAND2(EXPAND2(EXPAND2(__VA_ARGS__)))
#define EXPAND2(...) EXPAND1(EXPAND1(EXPAND1(__VA_ARGS__)))
#define EXPAND1(...) __VA_ARGS__
#define FOR_EACH(macro, ...) __VA_OPT__(EXPAND(FOR_EACH_HELPER(macro, __VA_ARGS__)))
#define FOR_EACH_HELPER(macro, first, ...) macro(first) __VA_OPT__(FOR_EACH_AGAIN PARENS (macro, __VA_ARGS__))
#define FOR_EACH_AGAIN() FOR_EACH_HELPER

#define FIELD(name) int name;
#define ENUMERATOR(name) name,
#define ADD(value) +value

struct Point {
    FOR_EACH(FIELD, x, y, z)
};
enum Color { FOR_EACH(ENUMERATOR, red, green, blue, white, last) };

extern "C" __tile_global__ void test(int n, int* out) {
    Point point{n, 10, 20};
    out[0] = 0 FOR_EACH(ADD, point.x, point.y, point.z, 1, 2, 3);
    out[1] = last FOR_EACH(ADD);
    out[2] = sizeof(Point) + blue + 20;
}
