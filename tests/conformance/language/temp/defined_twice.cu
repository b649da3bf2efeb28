// case: defined_twice
// spec: [basic.def.odr]
// reject: E0309 a class template has one definition
template <class T>
struct Box {
    T value;
};
template <class T>
struct Box {
    T item;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Box<int>); }
