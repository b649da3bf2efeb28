// case: final_and_not_virtual
// spec: [class.virtual]/4
// reject: E0551 nothing could override it anyway
struct Box {
    __tile__ int id() const final { return 1; }
};
extern "C" __tile_global__ void test(int* out) { *out = Box{}.id(); }
