// case: alignas_own_class
// spec: [dcl.align], [class.mem]
// reject: E0308 a class is not complete where its members are declared
struct Block {
    int id;
    alignas(Block) int data;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Block); }
