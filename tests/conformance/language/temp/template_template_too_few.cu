// case: template_template_too_few
// spec: [temp.arg.template]
// reject: E0402 the argument has two parameters without defaults, one is asked for
template <typename T, typename U>
struct Two {};
template <template <typename> class C>
struct Use {
    C<int>* p;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Use<Two>); }
