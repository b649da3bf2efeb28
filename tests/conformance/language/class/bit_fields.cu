// case: bit_fields
// spec: [class.bit], [conv.prom]
// arg: i32 = 5
// arg: out i32[8]
// expect: [5, -3, 1, 6, 12, 3, 1, -1]
// note: a value is kept modulo 2^width; a narrow unsigned bit-field promotes to int.
struct Bits {
    unsigned a : 3;
    int b : 3;
    unsigned c : 1;
    int : 4;
    unsigned d : 31;
    unsigned long e : 40;
};
enum Color : unsigned char { RED, GREEN, BLUE = 3 };
struct Packed {
    Color color : 2;
    bool on : 1;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Bits x{};
    x.a = n + 8;
    x.b = n;
    x.c = n;
    out[0] = x.a;
    out[1] = x.b;
    out[2] = x.c;
    x.a++;
    out[3] = x.a;
    x.a += 6;
    x.e = 1;
    x.e <<= 39;
    out[4] = x.a + (x.e >> 36);
    Packed p{BLUE, true};
    out[5] = p.color;
    out[6] = p.on;
    out[7] = x.c - 2;
}
