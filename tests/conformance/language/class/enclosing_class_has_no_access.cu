// case: enclosing_class_has_no_access
// spec: [class.access.nest]
// reject: E0317 a class has no access to what its nested class keeps private
class Outer {
    class Inner {
        int n = 1;
    };

public:
    __tile__ int get() const { return Inner().n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Outer().get(); }
