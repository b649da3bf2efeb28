// case: guide_inside_of_its_class
// spec: [temp.deduct.guide]/1
// accept: the same, corrected
struct Holder {
    template <class T> struct Box { T value; };
    template <class T> Box(T) -> Box<T>;
};
extern "C" __tile_global__ void test(int* out) { *out = Holder::Box{2}.value; }
