constexpr int version = 2;
