// case: friend_type_behind_template_parameters
// spec: [temp.friend]/1, [class.friend]/3
// reject: E0415 a template is befriended with its class-key
template <typename T>
class A {
    template <typename U>
    friend B;
};
extern "C" __tile_global__ void test(int* out) {
    A<int> a;
    *out = sizeof(a);
}
