#pragma once
struct State {
  int step;
  float field[64];
};
extern __managed__ State state;
void advance(int steps);
