// case: static_value_of_a_float
// spec: [class.static.data]
// accept: the same, corrected
struct Limits {
    static constexpr float epsilon = 1e-6f;
};

extern "C" __tile_global__ void test(float* out) { *out = Limits::epsilon; }
