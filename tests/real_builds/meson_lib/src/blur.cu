#include "filters_tile.cuh"
namespace filters {
template <class P, int N = Pixel<P>::tile>
__tile_global__ void blur(const typename Pixel<P>::storage* in, P* out, int width) {
  auto at = int(ct::bid().y) * width + int(ct::bid().x) * N + ct::iota<lanes<N>>();
  ct::store(out + at, ct::load(in + at));
}
}
extern "C" int filters_blur(const filters_image* in, filters_image* out, void* stream) {
  using namespace filters;
  if (in->format == filters_image::FILTERS_U8)
    blur<std::uint8_t><<<FILTERS_GRID(*in, Pixel<std::uint8_t>::tile), 1, 0, to_stream(stream)>>>(
        (const std::uint8_t*)in->data, (std::uint8_t*)out->data, in->width);
  else
    blur<float><<<FILTERS_GRID(*in, Pixel<float>::tile), 1, 0, to_stream(stream)>>>((const float*)in->data, (float*)out->data, in->width);
  return cudaGetLastError();
}
