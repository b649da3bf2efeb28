// case: private_nested_scope
// spec: [class.access.general]
// reject: E0317 a private class stands before ::
class Outer {
    struct Inner { static constexpr int N = 3; };
};

extern "C" __tile_global__ void test(int* out) { *out = Outer::Inner::N; }
