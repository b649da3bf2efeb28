//@ run: cpu emulator gpu
//@ arg in: i32[4] = iota
//@ arg out: out i32[24]
//@ expect out = 12 2 4 8 20 4 6 9 3 151126788 3 77 2 131077 2 65536 131075 196868 10 7 65537 3 62 21
// [basic.types.general]/2, [expr.add]/5, [basic.lval]/11: objects are bytes; pointers to them differ by bytes,
// whatever the pointers' types were before.
struct Mixed {
    char c, e;
    short s;
    int i;
    long long l;
    float f[2];
};
struct Base {
    int x;
};
struct Derived : Base {
    char tail;
    short half;
};
union Views {
    int whole;
    short halves[2];
    unsigned char bytes[4];
};
struct alignas(16) Wide {
    long long n;
};

__tile__ void copy_bytes(void* to, const void* from, unsigned long n) {
    for (unsigned long i = 0; i < n; ++i)
        static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}

__tile__ Views make(int n) {
    Views v;
    v.whole = n;
    return v;
}

__tile_global__ void kernel(const int* in, int* out) {
    int arr[4] = {1, 2, 3, 4};
    out[0] = int((char*)&arr[3] - (char*)&arr[0]);
    out[1] = int(&arr[3] - &arr[1]);
    out[2] = int((short*)&arr[3] - (short*)&arr[1]);
    // Members, bases and elements of members.
    Mixed m{1, 0, 2, 3, 4, {5.0f, 6.0f}};
    out[3] = int((char*)&m.l - (char*)&m.c);
    out[4] = int((char*)&m.f[1] - (char*)&m);
    out[5] = int((int*)&m.f[1] - &m.i);
    Derived d{{7}, 8, 9};
    out[6] = int((char*)&d.half - (char*)static_cast<Base*>(&d));
    out[7] = *reinterpret_cast<short*>(reinterpret_cast<char*>(&d) + ((char*)&d.half - (char*)&d));
    // Bytes of a number that the launch computes.
    unsigned v = 0x01020304;
    v += in[0];
    out[8] = reinterpret_cast<const unsigned char*>(&v)[1];
    reinterpret_cast<unsigned char*>(&v)[3] = 9;
    out[9] = int(v);
    // A member by its offset.
    char* q = reinterpret_cast<char*>(&m);
    out[10] = *reinterpret_cast<int*>(q + 4);
    *reinterpret_cast<short*>(q + in[2]) = 77;
    out[11] = m.s;
    // Other members of a union than the one written last.
    Views u;
    u.whole = 0x00020001;
    out[12] = u.halves[1];
    u.bytes[0] = 5;
    out[13] = u.whole;
    out[14] = make(0x01020304).bytes[2];
    Views zero{};
    zero.halves[1] = 1;
    out[15] = zero.whole;
    if (in[1])
        u.halves[0] = 3;
    else
        u.whole = 1;
    out[16] = u.whole;
    for (int i = 0; i < in[3]; ++i)
        u.bytes[i] += 1;
    out[17] = u.whole;
    // Copies of bytes, casts of bits.
    Mixed other;
    copy_bytes(&other, &m, sizeof m);
    out[18] = int(other.l) + int(other.f[1]);
    struct Pair {
        short a, b;
    };
    out[19] = __builtin_bit_cast(Pair, 0x00070003).b;
    out[20] = int(__builtin_bit_cast(unsigned, Pair{1, 1}));
    // Comparisons, and elements of a class that is more than its only number.
    out[21] = ((char*)&m.s < (char*)&m.i) + 2 * ((void*)&m == (void*)&m.c) + 4 * ((void*)&m.s == (void*)&m.i);
    Wide wide[3] = {{10}, {20}, {30}};
    out[22] = int(wide[in[2]].n) + int((char*)&wide[2] - (char*)&wide[0]);
    long long l = 0x100000002;
    int halves[2];
    *(long long*)halves = l;
    out[23] = halves[0] * 10 + halves[1];
}
