//@ run: cpu emulator gpu
//@ arg x: f32 = 1.5
//@ arg out: out f32[6]
//@ arg truth: out i32[6]
//@ expect out = 0.75 16777216 3 -2 0.1 2.5
//@ expect truth = 0 1 1 0 2 1
// [conv.fpint], [expr.rel]: NaN compares false, conversions to integers truncate.
__tile_global__ void kernel(float x, float* out, int* truth) {
    out[0] = x / 2;
    out[1] = static_cast<float>(16777217 + static_cast<int>(x) - 1);
    double wide = 0.1 + x;
    out[2] = static_cast<float>(static_cast<int>(3.99 + wide * 0));
    out[3] = static_cast<float>(static_cast<int>(-2.9f * (x - 0.5f)));
    out[4] = static_cast<float>(wide - x);
    out[5] = x + true;
    float zero = x - x;
    float nan = zero / zero;
    truth[0] = nan == nan;
    truth[1] = nan != nan;
    truth[2] = !(nan < x) && !(nan >= x);
    truth[3] = zero ? 1 : 0;
    truth[4] = nan ? 2 : 3;
    truth[5] = -zero == zero;
}
