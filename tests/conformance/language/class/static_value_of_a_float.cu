// case: static_value_of_a_float
// spec: [class.static.data]
// reject: E0323 only integral constants have their value inside of the class without constexpr
struct Limits {
    static const float epsilon = 1e-6f;
};

extern "C" __tile_global__ void test(float* out) { *out = Limits::epsilon; }
