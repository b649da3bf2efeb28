// case: template_parameters_of_one_name
// spec: [temp.local]/6
// accept: the same, corrected
template <class T, class U> struct Pair { T first; U second; };
extern "C" __tile_global__ void test(int* out) { *out = Pair<int, int>{1, 2}.second; }
