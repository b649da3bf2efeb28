// A server: several threads hand in requests, one thread with a stream of its own answers them in batches.
//> answered 60 requests
//> all are right
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void polynomial(const float *x, float *y, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto v = ct::load_masked(x + i, i < n, 0.0f);
  ct::store_masked(y + i, v * v * 3.0f + v * 2.0f + 1.0f, i < n);
}

class Server {
public:
  Server() : worker_([this] { run(); }) {}
  ~Server() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    worker_.join();
  }
  std::future<float> ask(float x) {
    std::lock_guard<std::mutex> guard(mutex_);
    requests_.push({x, {}});
    wake_.notify_one();
    return requests_.back().answer.get_future();
  }

private:
  struct Request {
    float x;
    std::promise<float> answer;
  };
  static constexpr int kBatch = 16;

  void run() {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    float *in, *out, *pinned;
    cudaMalloc(&in, kBatch * sizeof(float));
    cudaMalloc(&out, kBatch * sizeof(float));
    cudaMallocHost(&pinned, kBatch * sizeof(float));
    for (;;) {
      std::vector<Request> batch;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return stopping_ || !requests_.empty(); });
        if (requests_.empty())
          break;
        while (!requests_.empty() && batch.size() < kBatch) {
          batch.push_back(std::move(requests_.front()));
          requests_.pop();
        }
      }
      const int n = static_cast<int>(batch.size());
      for (int i = 0; i < n; ++i)
        pinned[i] = batch[i].x;
      cudaMemcpyAsync(in, pinned, n * sizeof(float), cudaMemcpyHostToDevice, stream);
      polynomial<<<1, 1, 0, stream>>>(in, out, n);
      cudaMemcpyAsync(pinned, out, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      for (int i = 0; i < n; ++i)
        batch[i].answer.set_value(pinned[i]);
    }
    cudaFree(in);
    cudaFree(out);
    cudaFreeHost(pinned);
    cudaStreamDestroy(stream);
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<Request> requests_;
  bool stopping_ = false;
  std::thread worker_;
};

int main() {
  int right = 0, answered = 0;
  {
    Server server;
    std::mutex counting;
    std::vector<std::thread> clients;
    for (int c = 0; c < 3; ++c)
      clients.emplace_back([&, c] {
        for (int i = 0; i < 20; ++i) {
          const float x = c * 20 + i;
          const float y = server.ask(x).get();
          std::lock_guard<std::mutex> guard(counting);
          ++answered;
          right += y == 3 * x * x + 2 * x + 1;
        }
      });
    for (auto &client : clients)
      client.join();
  }
  std::printf("answered %d requests\n", answered);
  std::printf("%s\n", right == answered ? "all are right" : "some are wrong");
}
