// case: dependent_base_member_undeclared
// spec: [temp.dep.type]
// accept: this-> makes the name dependent
template <typename T>
struct Base {
    int member = 1;
};
template <typename T>
struct D : Base<T> {
    __tile__ int get() { return this->member; }
};

extern "C" __tile_global__ void test(int* out) { *out = D<int>().get(); }
