// case: alignas_own_class
// spec: [dcl.align], [class.mem]
// accept: a pointer to the class has an alignment there, and bodies see it complete
struct Block {
    int id;
    alignas(Block*) int data;
    __tile__ int align() const noexcept(alignof(Block) == 8) {
        alignas(Block) int here = alignof(Block);
        return here;
    }
};

extern "C" __tile_global__ void test(int* out) { *out = Block{}.align(); }
