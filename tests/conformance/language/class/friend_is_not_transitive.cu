// case: friend_is_not_transitive
// spec: [class.friend]
// reject: E0317 a friend of a friend is not a friend
class Vault {
    int gold = 1;
    friend class Keeper;
};
class Keeper {
    friend class Visitor;
};
class Visitor {
public:
    __tile__ int take(Vault const& v) const { return v.gold; }
};

extern "C" __tile_global__ void test(int* out) { *out = Visitor().take(Vault()); }
