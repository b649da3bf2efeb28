// case: guide_inside_of_its_class
// spec: [temp.deduct.guide]/1
// reject: E0212 a guide stands beside its template
template <class T> struct Box {
    T value;
    Box(T) -> Box<T>;
};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
