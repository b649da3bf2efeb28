#include <type_traits>
#include "filters_tile.cuh"
namespace filters {
template <class T>
  requires std::is_arithmetic_v<T>
__tile_global__ void threshold(T* p, T at) {
  auto i = int(ct::bid().x) * 128 + ct::iota<lanes<128>>();
  ct::store(p + i, ct::max(ct::load(p + i), at));
}
template <class T>
concept Image = requires(T t) { t.width; t.height; };
template <Image I>
int call(I* image, float at, cudaStream_t stream) {
  switch (image->format) {
    case filters_image::FILTERS_U8: threshold<<<1, 1, 0, stream>>>(static_cast<std::uint8_t*>(image->data), static_cast<std::uint8_t>(at)); break;
    case filters_image::FILTERS_F32: threshold<<<1, 1, 0, stream>>>(static_cast<float*>(image->data), at); break;
  }
  return 0;
}
}
int filters_threshold(filters_image* image, float at, void* stream) { return filters::call(image, at, filters::to_stream(stream)); }
