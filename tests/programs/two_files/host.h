#pragma once
void print_device(const int *device, int count);
