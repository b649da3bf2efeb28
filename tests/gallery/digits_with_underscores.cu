__tile_global__ void kernel(int* p) { p[0] = 1_000_000; }

// cpp: Digits separated as in Python
// C++ separates digits with `'`.
