// Adds two vectors: the program on the first page of the CUDA Tile C++ API reference, with the
// host code that launches it in the same file.

#include "cuda_tile.h"

#include <cstdio>
#include <vector>

__tile_global__ void vectorAdd(float* __restrict__ a, float* __restrict__ b, float* __restrict__ out, std::size_t n) {
    namespace ct = cuda::tiles;
    using namespace ct::literals;

    a = assume_aligned(a, 16_ic);
    b = assume_aligned(b, 16_ic);
    out = assume_aligned(out, 16_ic);

    auto idx = ct::bid().x;

    auto view_a = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{1024_ic}};
    auto view_b = ct::partition_view{ct::tensor_span{b, ct::extents{n}}, ct::shape{1024_ic}};
    auto view_out = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{1024_ic}};

    auto tile_a = view_a.load_masked(idx);
    auto tile_b = view_b.load_masked(idx);

    auto tile_out = tile_a + tile_b;

    view_out.store_masked(tile_out, idx);
}

int main() {
    const std::size_t n = 10'000;
    std::vector<float> a(n, 1.0f), b(n, 2.0f), out(n);
    float *da, *db, *dout;
    cudaMalloc(&da, n * sizeof(float));
    cudaMalloc(&db, n * sizeof(float));
    cudaMalloc(&dout, n * sizeof(float));
    cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    vectorAdd<<<(n + 1023) / 1024, 1>>>(da, db, dout, n);
    cudaMemcpy(out.data(), dout, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", out[0]);
}
