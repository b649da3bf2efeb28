// case: enum_list_narrows
// spec: [dcl.init.list]/3.8
// reject: E0504 300 does not fit the underlying type
enum class E : unsigned char { a };

extern "C" __tile_global__ void test(int* out) {
    E e{300};
    *out = static_cast<int>(e);
}
