// case: depth_of_trailing_requires
// spec: [temp.constr.decl], [implimits]
// reject: E0407 the clause asks for the function that it belongs to
template <typename T>
__tile__ int f(T t) requires(f(t) > 0)
{
    return 1;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
