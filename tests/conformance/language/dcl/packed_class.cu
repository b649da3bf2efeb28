// case: packed_class
// spec: [class.mem.general]/20
// reject: E0524 another layout than any tile code reads
struct __attribute__((packed)) Record { char tag; int value; };
extern "C" __tile_global__ void test(int* out) { Record r{1, 2}; *out = r.value; }
