// case: virtual_call_unknown
// spec: tile: 18 Language restrictions
// reject: E0598 the pointer comes from memory, so the class of the object is not known
struct Shape {
    int n;
    __tile__ virtual int area() const { return n; }
    __tile__ int size() const { return n; }
};

extern "C" __tile_global__ void test(int* out, Shape* s) { *out = s->area(); }
