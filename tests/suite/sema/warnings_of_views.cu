//@ check
//@ flags: -Wperformance -Wconversion
// Tiles that do not divide a tensor, tensors without a contiguous axis, and conversions of values.
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void partial(const float* in, float* out) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 100_ic}}, ct::shape{16_ic, 64_ic}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{64_ic, 100_ic}}, ct::shape{16_ic, 64_ic}};
    to.store(from.load(0, 1), 0, 1);
    //~^ warning[E0560]: axis 1 of the tensor has 100 elements, which tiles of 64 do not divide
    //~^^ warning[E0560]: axis 1 of the tensor has 100 elements, which tiles of 64 do not divide
}

__tile_global__ void whole(const float* in, float* out) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 128_ic}}, ct::shape{16_ic, 64_ic}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{64_ic, 128_ic}}, ct::shape{16_ic, 64_ic}};
    to.store(from.load(0, 1), 0, 1);
}

__tile_global__ void of_both(const float* in, float* out) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{100_ic}}, ct::shape{64_ic}};
    out[0] = static_cast<float>(ct::sum<0>(from.load(0)));
    out[1] = static_cast<float>(ct::sum<0>(from.load_masked(1)));
}

__tile_global__ void strided(const float* in, float* out, int rows, int cols, int pitch) {
    ct::layout_strided_mapping slow{ct::extents{rows, cols}, ct::extents{pitch, 1}};
    ct::layout_strided_mapping fast{ct::extents{rows, cols}, ct::extents{pitch, 1_ic}};
    ct::partition_view a{ct::tensor_span{in, slow}, ct::shape{16_ic, 64_ic}};
    ct::partition_view b{ct::tensor_span{in, fast}, ct::shape{16_ic, 64_ic}};
    auto x = a.load_masked(0, 0); //~ warning[E0561]: no axis of the tensor is known to be contiguous
    *out = static_cast<float>(ct::sum<0>(ct::sum<1>(x + b.load_masked(0, 0))));
}

__tile_global__ void values(float* p, int* q, double d, long long n) {
    float f = d; //~ warning[E0557]: the conversion of `double` to `float` may change the value
    int i = n; //~ warning[E0557]: the conversion of `long long` to `int` may change the value
    q[0] = p[0]; //~ warning[E0557]: the conversion of `float` to `int` may change the value
    q[1] = static_cast<int>(p[0]) + i;
    p[1] = f;
}
