#include <cuda_tile.h>
#include <complex>
#include <fstream>
#include <iomanip>
#include <memory>
namespace ct = cuda::tiles;
template <typename Real, int Iterations>
__tile_global__ void mandelbrot(unsigned char* image, int width, Real scale) {
  auto x = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto re = ct::element_cast<Real>(x) * scale;
  auto z = re;
  for (int i = 0; i < Iterations; ++i) z = z * z + re;
  ct::store(image + (int(ct::bid().y) * width + x), ct::element_cast<unsigned char>(z));
}
template <typename Real>
void render(unsigned char* image, int width, int height, std::complex<Real> at, bool fine) {
  dim3 grid(width / 64, height);
  if (fine)
    mandelbrot<Real, 64><<<grid, 1>>>(image, width, at.real());
  else
    mandelbrot<Real, 8><<<grid, 1>>>(image, width, std::abs(at));
}
int main(int argc, char**) {
  auto image = std::make_unique<unsigned char[]>(640 * 480);
  render(image.get(), 640, 480, std::complex<float>{0.1f, 0.2f}, argc > 1);
  render<double>(image.get(), 640, 480, {0.1, 0.2}, argc > 1);
  std::ofstream out("m.pgm", std::ios::binary);
  out << "P5 " << std::setw(4) << 640 << ' ' << 480 << " 255\n";
}
