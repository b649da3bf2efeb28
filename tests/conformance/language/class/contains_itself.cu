// case: contains_itself
// spec: [class.mem.general]
// reject: E0308 a class cannot contain itself
struct Node {
    Node next;
    int n;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Node); }
