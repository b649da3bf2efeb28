struct Cursor {
    float* data;
    __tile__ void advance(int by) { data += by; }
};

__tile__ void move_on(const Cursor& cursor) { cursor.advance(128); }

__tile_global__ void kernel(float* p) {
    Cursor cursor{p};
    move_on(cursor);
    *cursor.data = 1;
}

// cpp: A member function that changes a `const` object
// Only functions that are declared `const` take a `const` object.
