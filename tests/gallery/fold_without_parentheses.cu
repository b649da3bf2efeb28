template <class... T> __tile__ auto total(T... xs) {
    return xs + ...;
}

__tile_global__ void sums(int* p) { p[0] = total(p[1], p[2], p[3]); }

// cpp: A fold without parentheses
// The parentheses are part of a fold expression.
