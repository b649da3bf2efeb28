// case: final_and_not_virtual
// spec: [class.virtual]/4
// accept: the same, corrected
struct Box {
    __tile__ virtual int id() const final { return 1; }
};
extern "C" __tile_global__ void test(int* out) {
    Box box;
    *out = box.id();
}
