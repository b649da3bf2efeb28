// case: enclosing_class_has_no_access
// spec: [class.access.nest]
// accept: the same, corrected
class Outer {
    class Inner {
        int n = 1;
        friend class Outer;
    };

public:
    __tile__ int get() const { return Inner().n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Outer().get(); }
