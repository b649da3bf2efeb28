template <int N> extern "C" __tile_global__ void fill(float* p) { p[0] = N; }

template __tile_global__ void fill<4>(float*);

// cpp: A template with C linkage
// A name of C stands for one function.
