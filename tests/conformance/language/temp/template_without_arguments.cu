// case: template_without_arguments
// spec: [temp.names]
// reject: E0401 nothing says what T is
template <typename T>
struct A {
    T v;
};

extern "C" __tile_global__ void test(int* out) {
    A* p = nullptr;
    *out = p == nullptr;
}
