// case: specialization_of_an_alias_template
// spec: [temp.expl.spec]/1
// reject: E0208 an alias has no specialisations
template <class T> using Wide = T;
template <> using Wide<int> = long;
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Wide<int>); }
