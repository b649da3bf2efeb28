// case: template_in_a_function
// spec: [temp.pre]/5
// reject: E0415 a block has no templates
extern "C" __tile_global__ void test(int* out, int n) {
    template <class T> struct Local { T value; };
    *out = n;
}
