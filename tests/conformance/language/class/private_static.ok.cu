// case: private_static
// spec: [class.access.general]
// accept: the same, corrected
struct Limits {
    static constexpr int OPEN = 1;

private:
    static constexpr int HIDDEN = 2;
};

extern "C" __tile_global__ void test(int* out) { *out = Limits::OPEN; }
