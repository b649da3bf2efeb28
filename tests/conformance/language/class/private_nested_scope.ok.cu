// case: private_nested_scope
// spec: [class.access.general]
// accept: the same, corrected
class Outer {
public:
    struct Inner { static constexpr int N = 3; };
};

extern "C" __tile_global__ void test(int* out) { *out = Outer::Inner::N; }
