// cuda::std is std: the library has one implementation, callable everywhere.
#pragma once

namespace std {}
namespace cuda {
namespace std = ::std;
} // namespace cuda
