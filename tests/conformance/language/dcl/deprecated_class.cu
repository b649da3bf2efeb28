// case: deprecated_class
// spec: [dcl.attr.deprecated]
// warns: E0531 a class is used where it is named, not inside of itself
struct [[deprecated("sizes are values now")]] Size {
    int n;
    __tile__ Size& grow() {
        n += 1;
        return *this;
    }
};

extern "C" __tile_global__ void test(int* out) { *out = Size{1}.grow().n; }
