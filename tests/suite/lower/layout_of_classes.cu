//@ run: cpu emulator gpu
//@ arg out: out i32[10]
//@ expect out = 808 1608 4816 4816 1204 9 32 32 1608 40
// The Itanium ABI, 2.4: empty classes with an alignment, padding that derived classes use, bit-fields wider than their
// type, elements that are larger than the one number in them.
struct alignas(8) Empty {};
struct Overlapping {
    [[no_unique_address]] Empty e;
    long long n;
    char c;
};
struct Part {
    short s[4];
};
struct alignas(16) Padded {
    [[no_unique_address]] Part first;
    long long rest[3];
    Part last;
};
struct Derived : Padded, Part {};
struct Oversized {
    char a : 3;
    short b : 37;
    char c;
};
struct alignas(32) One {
    int n;
};
struct Closing : Overlapping {
    char d;
};

__tile_global__ void kernel(int* out) {
    out[0] = sizeof(Empty) * 100 + alignof(Empty);
    out[1] = sizeof(Overlapping) * 100 + alignof(Overlapping);
    out[2] = sizeof(Padded) * 100 + alignof(Padded);
    out[3] = sizeof(Derived) * 100 + alignof(Derived);
    out[4] = sizeof(Oversized) * 100 + alignof(Oversized);
    Oversized o;
    out[5] = int((char*)&o.c - (char*)&o);
    One ones[3] = {{1}, {2}, {3}};
    One* p = ones;
    for (int i = 0; i < out[0] - 806; ++i)
        ++p;
    out[6] = p->n * 10 + int(p - ones);
    out[7] = int((char*)(p - 1) - (char*)ones);
    out[8] = sizeof(Closing) * 100 + alignof(Closing);
    Derived d;
    out[9] = int((char*)static_cast<Part*>(&d) - (char*)&d);
}
