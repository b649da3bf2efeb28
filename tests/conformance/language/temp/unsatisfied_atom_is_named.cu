// case: unsatisfied_atom_is_named
// spec: [temp.constr.decl]
// reject: E0404 the only failing atom is sizeof(T) == 8
template <typename T>
concept Number = requires(T t) { t + t; };
template <typename T>
concept Wide = Number<T> && sizeof(T) == 8;
template <Wide T>
struct Pair {
    T a, b;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Pair<float>); }
