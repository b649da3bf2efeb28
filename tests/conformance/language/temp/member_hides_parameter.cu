// case: member_hides_parameter
// spec: [temp.local]
// reject: E0309 the name of a template parameter means nothing else inside
template <class T>
struct Box {
    int T;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Box<int>); }
