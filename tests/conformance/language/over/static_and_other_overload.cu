// case: static_and_other_overload
// spec: [over.dcl]/2
// reject: E0309 a static member function and another with the same parameters
struct Box {
    static __tile__ int get() { return 1; }
    __tile__ int get() const { return 2; }
};
extern "C" __tile_global__ void test(int* out) { *out = Box{}.get(); }
