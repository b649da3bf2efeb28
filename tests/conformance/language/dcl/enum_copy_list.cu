// case: enum_copy_list
// spec: [dcl.init.list]/3.8
// reject: E0503 only direct-list-initialisation takes an integer
enum class E : unsigned char { a };

extern "C" __tile_global__ void test(int* out) {
    E e = {2};
    *out = static_cast<int>(e);
}
