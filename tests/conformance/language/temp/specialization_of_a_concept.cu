// case: specialization_of_a_concept
// spec: [temp.concept]/5
// reject: E0208 a concept has no specialisations
template <class T> concept Small = sizeof(T) <= 4;
template <> concept Small<double> = true;
extern "C" __tile_global__ void test(int* out) { *out = Small<double>; }
