//@ run: cpu gpu
//@ arg mem: inout i32[16] = zeros
//@ arg in: i32[4] = iota
//@ arg out: out i32[20]
//@ expect out = 2 3 552 343 5 4 6 94 305419896 114 37 111195 804 1251 -375 612 202 110 10 172
// [intro.memory]/3, [class.bit]: a bit-field is in the bytes of the bit-fields beside it and in no others; what is
// evaluated to reach one is evaluated once ([expr.ass]/6).
struct Tight {
    unsigned a : 3;
    signed b : 5;
    unsigned long long c : 40;
    bool d : 1;
};
struct Apart {
    char first;
    int middle : 20;
    short last;
};
struct Shared {
    unsigned long long m : 6;
    int n;
};
struct Wider {
    char c : 3;
    int x : 40;
    char d;
};
struct Unnamed {
    char a : 2;
    int : 20;
    char b : 3;
    int : 0;
    char c;
};
struct Alone {
    unsigned a : 3;
};
enum class Color : unsigned char { red, green, blue };
struct Colored {
    Color color : 2;
    unsigned char rest : 6;
};

__tile__ int once(int& n) { return n++; }

__tile_global__ void kernel(int* mem, const int* in, int* out) {
    Alone s[3] = {};
    s[1].a += 2;
    out[0] = s[1].a;
    s[in[2]].a = 6;
    s[in[2]].a += 5;
    out[1] = s[2].a;
    int n = 0;
    s[once(n)].a |= 5;
    s[once(n)].a ^= 7;
    out[2] = s[0].a * 100 + s[1].a * 10 + n;
    out[3] = s[once(n)].a++ * 100;
    out[3] += s[2].a * 10 + n;
    (s[0].a = 3) += 2;
    out[4] = s[0].a;
    out[5] = --s[in[0]].a;
    out[6] = (s[in[1]].a -= 7);
    Tight t{};
    t.a = 9;
    t.b = -3;
    t.c = 0x123456789aull;
    t.d = in[1];
    (&t)->b *= 2;
    out[7] = t.a * 100 + t.b;
    t.c >>= 8;
    out[8] = int(t.c);
    Tight many[2] = {t, t};
    many[in[1]].c += 1;
    many[in[1]].b -= 12;
    out[9] = int(many[1].c - many[0].c) * 100 + many[1].b;
    // Members around a bit-field in memory.
    Shared* shared = reinterpret_cast<Shared*>(mem);
    shared->n = 7;
    shared->m = 67;
    out[10] = int(shared->m) * 10 + shared->n;
    Apart* apart = reinterpret_cast<Apart*>(mem + 4);
    apart->first = 11;
    apart->last = 12;
    apart->middle = -5;
    out[11] = apart->first * 10000 + apart->last * 100 + apart->middle;
    out[12] = int(sizeof(Apart)) * 100 + int((char*)&apart->last - (char*)apart);
    out[13] = int(sizeof(Wider)) * 100 + int(sizeof(Unnamed)) * 10 + int(alignof(Unnamed));
    Wider w;
    w.c = 1;
    w.x = -77;
    w.d = 5;
    out[14] = w.x * w.d + w.c + int((char*)&w.d - (char*)&w);
    Unnamed u{1, 3, 9};
    Unnamed v = u;
    v.b++;
    out[15] = v.a * 1000 + v.b * 100 + v.c + u.b;
    Colored colored{Color::blue, 33};
    colored.rest <<= 1;
    out[16] = int(colored.color) * 100 + colored.rest;
    Tight* place = reinterpret_cast<Tight*>(mem + 8);
    *place = t;
    place->c++;
    place->d ^= true;
    out[17] = int(place->c - t.c) * 10 + place->d + place->a * 100;
    out[18] = reinterpret_cast<unsigned char*>(&colored)[0];
    Alone* q = &s[0];
    (q++)->a = 1;
    (q++)->a += 1;
    out[19] = s[0].a * 100 + s[1].a * 10 + int(q - s);
}
