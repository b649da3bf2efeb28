// case: loops_nested_deep
// spec: [implimits]
// arg: inout i32[1] = [1]
// expect: [1]
// note: forty loops of one turn each around one that carries four numbers
#define TWICE(n) for (int i##n##a = 0; i##n##a < one; ++i##n##a) for (int i##n##b = 0; i##n##b < one; ++i##n##b)
#define TEN(n) TWICE(n##0) TWICE(n##1) TWICE(n##2) TWICE(n##3) TWICE(n##4)
extern "C" __tile_global__ void test(int* out) {
    int one = *out, a = 0, b = 1, c = 2, d = 3;
    TEN(0) TEN(1) TEN(2) TEN(3) {
        a += b;
        b += c;
        c += d;
        d += a;
    }
    *out = a;
}
