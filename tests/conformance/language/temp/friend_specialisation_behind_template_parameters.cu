// case: friend_specialisation_behind_template_parameters
// spec: [temp.friend]/1, [class.friend]/3
// reject: E0415 the type of a specialisation is not a template
template <typename T>
struct B {};
class A {
    template <typename U>
    friend typename B<U>::type;
};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(A); }
