#include <cuda_tile.h>

#include <initializer_list>
namespace ct = cuda::tiles;

template <int N>
__tile_global__ void step(float* p) { ct::store(p, float(N)); }
using Step = void (*)(float*);
Step first = step<1>;
static Step unused_static = &step<2>;
constexpr Step table[] = {step<3>, step<4>};
struct Plan {
  const char* name;
  Step run;
  int tile = 1;
};
const Plan plans[] = {{"five", step<5>}, {.name = "six", .run = &step<6>, .tile = 6}};
template <int N>
constexpr Step variable = step<N * 10>;
inline Step holder() {
  static Step s = step<7>;
  return s;
}
Step from_template = variable<1>;
Step choose(int i) { return i == 0 ? step<8> : i == 1 ? table[0] : variable<2>; }
void all(float* p) {
  for (Step s : {step<11>, &step<12>}) s<<<1, 1>>>(p);
  for (const Plan& plan : plans) plan.run<<<plan.tile, 1>>>(p);
}
