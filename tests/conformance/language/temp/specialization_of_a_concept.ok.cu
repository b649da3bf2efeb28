// case: specialization_of_a_concept
// spec: [temp.concept]/5
// accept: the same, corrected
template <class T> constexpr bool is_small = sizeof(T) <= 4;
template <> constexpr bool is_small<double> = true;
template <class T> concept Small = is_small<T>;
extern "C" __tile_global__ void test(int* out) { *out = Small<double>; }
