// The name of the tile library in the toolkit.
#pragma once
#include <cuda_tile.h>
