#pragma once
#include <cuda_tile.h>
#include "filters.h"
namespace filters {
namespace ct = cuda::tiles;
template <int N> using lanes = ct::tile<int, ct::shape<N>>;
// How each pixel is stored.
template <class T> struct Pixel;
template <> struct Pixel<float> { static constexpr int tile = 64; using storage = float; };
template <> struct Pixel<std::uint8_t> { static constexpr int tile = 256; using storage = std::uint8_t; };
inline cudaStream_t to_stream(void* s) { return static_cast<cudaStream_t>(s); }
}
#define FILTERS_GRID(image, tile) dim3(((image).width + (tile) - 1) / (tile), (image).height)
