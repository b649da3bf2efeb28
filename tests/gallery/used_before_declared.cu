__tile_global__ void kernel(float* p) { p[0] = later(p[0]); }

__tile__ float later(float x) { return x; }

// cpp: A function that is declared behind its use
// A name is used behind its declaration.
