// Launches while objects of namespace scope are initialised; inline variables; thread_local; function-local statics.
#include <cuda_tile.h>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>
namespace ct = cuda::tiles;
template <int N, class T = float> __tile_global__ void fill(T* p, T v) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<T, ct::shape<N>>>(v)); }
template <class... A> int launch(void (*k)(A...), std::type_identity_t<A>... a) { k<<<1, 1>>>(a...); return 0; }
static int first = launch(fill<2>, nullptr, 1.f);
inline int second = launch(fill<4, double>, nullptr, 1.);
thread_local int third = launch(&fill<4>, nullptr, 1.f);
const std::map<std::string, std::function<void(float*, float)>> ops = {
    {"a", [](float* p, float v) { fill<8><<<1, 1>>>(p, v); }}, {"b", fill<16>}, {"c", +[](float* p, float v) { fill<32><<<dim3(2), dim3(1)>>>(p, v); }}};
template <class T> struct Registered { static inline const int id = launch(fill<64, T>, nullptr, T()); static int other; virtual int get() { return id; } };
template <class T> int Registered<T>::other = launch(fill<128, T>, nullptr, T());
template struct Registered<int>;
Registered<char> instance;
Registered<short>* no_instance;
int local() { static const int once = [] { fill<256><<<1, 1>>>((float*)nullptr, 1.f); return 1; }(); return once; }
struct AtExit { ~AtExit() { fill<512, unsigned><<<1, 1>>>(nullptr, 1u); } } at_exit;
namespace { struct Init { Init() { fill<1024, long><<<1, 1>>>(nullptr, 1l); } } const init; }
constinit auto pointer = &fill<2048, int>;
std::vector<void (*)(float*, float)> list{fill<1>, &fill<4096>, *fill<8192>};
static void (*never_read)(double*, double) = fill<1, double>;
extern void (*const exported[2])(int*, int);
void (*const exported[2])(int*, int) = {fill<1, int>, fill<2, int>};
