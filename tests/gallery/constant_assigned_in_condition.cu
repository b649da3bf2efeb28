__tile_global__ void kernel(int* p, const int n) {
    if (n = 0) return;
    p[0] = n;
}

// cpp: `=` for `==`
// `=` assigns, and `==` compares.
