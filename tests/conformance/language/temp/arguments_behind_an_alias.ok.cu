// case: arguments_behind_an_alias
// spec: [temp.names]/1 [temp.local]/1
// accept: template arguments behind an injected-class-name, which names the template
template <class T> struct Box {
    T value;
    template <class U> __tile__ Box<U> to() const { return Box<U>{static_cast<U>(value)}; }
};
struct IntBox : Box<int> {
    __tile__ float as_float() const { return Box<float>{static_cast<float>(value)}.value; }
};
extern "C" __tile_global__ void test(float* out, int n) {
    *out = Box<int>{n}.to<float>().value + IntBox{{n}}.as_float() + IntBox::Box<float>{1}.value;
}
