/* A driver for tests, in the place of libcuda.so: its memory is that of the process, and a thread runs the work of each stream.
   It has the kernels `add`, which adds arrays, `count`, which adds to the variable `total`, `note`, which writes a number to the
   log, `meet`, which waits for another kernel of that name to run beside it, and `fail`, which ends with an error that stays
   until a reset. Each call that does something adds a line to the file that DRIVER_LOG names when the work is done.
   With DRIVER_DELAY=SEED, streams wait for up to a millisecond in front of each piece of work. */
#include <chrono>
#include <condition_variable>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#define API extern "C" __attribute__((visibility("default"))) int
enum { SUCCESS = 0, INVALID_VALUE = 1, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700, TIMEOUT = 702 };

static int total, image;
static char names[5][8] = {"add", "count", "fail", "note", "meet"};
/* Threads of streams wait for it when the process ends, so that it must not be destroyed. */
static std::mutex &lock = *new std::mutex;
static std::condition_variable &changed = *new std::condition_variable;
static int sticky, n_meeting;

/* As a kernel and as a host function of the program do. */
extern "C" __attribute__((visibility("default"))) void driver_note(const char *format, ...) {
  const char *path = getenv("DRIVER_LOG");
  FILE *file = path ? fopen(path, "a") : nullptr;
  if (!file) return;
  va_list values;
  va_start(values, format);
  vfprintf(file, format, values);
  va_end(values);
  fclose(file);
}

struct Event {
  uint64_t recorded = 0, done = 0;
  std::chrono::steady_clock::time_point time;
};
using EventOf = std::shared_ptr<Event>;
struct EventHandle {
  EventOf event = std::make_shared<Event>();
};

struct Stream {
  std::deque<std::function<void()>> work;
  uint64_t n_told = 0, n_done = 0;
  bool is_closed = false;
};
static std::set<Stream *> &streams = *new std::set<Stream *>;

static void run(Stream *stream, unsigned seed) {
  std::mt19937 random(seed);
  std::unique_lock<std::mutex> locked(lock);
  for (;;) {
    changed.wait(locked, [&] { return !stream->work.empty() || stream->is_closed; });
    if (stream->work.empty()) break;
    auto next = std::move(stream->work.front());
    stream->work.pop_front();
    locked.unlock();
    if (seed) std::this_thread::sleep_for(std::chrono::microseconds(random() % 1000));
    next();
    locked.lock();
    ++stream->n_done;
    changed.notify_all();
  }
  delete stream;
}

static int tell(void *handle, std::function<void()> work) {
  std::lock_guard<std::mutex> locked(lock);
  auto *stream = static_cast<Stream *>(handle);
  if (!streams.count(stream)) return INVALID_VALUE;
  if (sticky) return sticky;
  stream->work.push_back(std::move(work));
  ++stream->n_told;
  changed.notify_all();
  return SUCCESS;
}

API cuInit(unsigned flags) { return flags == 0 && !getenv("DRIVER_MISSING") ? SUCCESS : 100; }
API cuDriverGetVersion(int *version) { return *version = 13030, SUCCESS; }
API cuDeviceGet(int *device, int ordinal) { return *device = 7, ordinal == 0 ? SUCCESS : 101; }
API cuDeviceGetName(char *name, int length, int device) {
  return snprintf(name, length, "Test GPU %d", device), SUCCESS;
}
API cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : attribute == 76 ? 0 : attribute == 16 ? 132 : 1;
  return device == 7 ? SUCCESS : INVALID_VALUE;
}
API cuDeviceGetUuid_v2(void *uuid, int device) { return memset(uuid, device, 16), SUCCESS; }
API cuDeviceGetPCIBusId(char *id, int length, int device) {
  return snprintf(id, length, "0000:0%d:00.0", device), SUCCESS;
}
API cuDevicePrimaryCtxRetain(void **context, int device) {
  driver_note("retain %d\n", device);
  return *context = &total, SUCCESS;
}
API cuDevicePrimaryCtxReset_v2(int device) {
  driver_note("reset %d\n", device);
  std::lock_guard<std::mutex> locked(lock);
  for (Stream *stream : streams) stream->is_closed = true;
  streams.clear();
  changed.notify_all();
  total = 0;
  return sticky = SUCCESS;
}
API cuCtxSetCurrent(void *context) { return context == &total ? SUCCESS : INVALID_VALUE; }

API cuStreamCreateWithPriority(void **handle, unsigned flags, int) {
  static unsigned n_streams;
  if (flags > 1) return INVALID_VALUE;
  const char *delay = getenv("DRIVER_DELAY");
  auto *stream = new Stream;
  std::lock_guard<std::mutex> locked(lock);
  streams.insert(stream);
  unsigned seed = delay ? atoi(delay) * 1000 + ++n_streams : 0;
  std::thread([=] { run(stream, seed); }).detach();
  return *handle = stream, SUCCESS;
}
API cuStreamCreate(void **handle, unsigned flags) { return cuStreamCreateWithPriority(handle, flags, 0); }
API cuStreamDestroy_v2(void *handle) {
  driver_note("close\n");
  std::lock_guard<std::mutex> locked(lock);
  auto *stream = static_cast<Stream *>(handle);
  if (!streams.erase(stream)) return INVALID_VALUE;
  stream->is_closed = true;
  changed.notify_all();
  return SUCCESS;
}
API cuStreamSynchronize(void *handle) {
  std::unique_lock<std::mutex> locked(lock);
  auto *stream = static_cast<Stream *>(handle);
  if (!streams.count(stream)) return INVALID_VALUE;
  uint64_t last = stream->n_told;
  changed.wait(locked, [&] { return stream->n_done >= last; });
  return sticky;
}

API cuEventCreate(void **event, unsigned flags) { return *event = new EventHandle, flags <= 3 ? SUCCESS : INVALID_VALUE; }
API cuEventDestroy_v2(void *event) { return delete static_cast<EventHandle *>(event), SUCCESS; }
API cuEventRecord(void *handle, void *stream) {
  EventOf event = static_cast<EventHandle *>(handle)->event;
  uint64_t number;
  {
    std::lock_guard<std::mutex> locked(lock);
    number = ++event->recorded;
  }
  return tell(stream, [=] {
    std::lock_guard<std::mutex> locked(lock);
    event->done = number;
    event->time = std::chrono::steady_clock::now();
    changed.notify_all();
  });
}
static void wait(const EventOf &event, uint64_t number) {
  std::unique_lock<std::mutex> locked(lock);
  changed.wait(locked, [&] { return event->done >= number; });
}
API cuStreamWaitEvent(void *stream, void *handle, unsigned flags) {
  EventOf event = static_cast<EventHandle *>(handle)->event;
  uint64_t number = event->recorded;
  return flags ? INVALID_VALUE : tell(stream, [=] { wait(event, number); });
}
API cuEventSynchronize(void *handle) {
  EventOf event = static_cast<EventHandle *>(handle)->event;
  wait(event, event->recorded);
  std::lock_guard<std::mutex> locked(lock);
  return sticky;
}
API cuEventQuery(void *handle) {
  EventOf event = static_cast<EventHandle *>(handle)->event;
  std::lock_guard<std::mutex> locked(lock);
  return sticky ? sticky : event->done >= event->recorded ? SUCCESS : NOT_READY;
}
API cuEventElapsedTime(float *milliseconds, void *start, void *end) {
  EventOf from = static_cast<EventHandle *>(start)->event, to = static_cast<EventHandle *>(end)->event;
  std::lock_guard<std::mutex> locked(lock);
  *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
  return from->done && to->done ? SUCCESS : NOT_READY;
}

API cuMemGetInfo_v2(size_t *available, size_t *all) { return *available = 3 << 20, *all = 4 << 20, SUCCESS; }
static int allocate(const char *kind, void **address, size_t bytes) {
  driver_note("%s %zu\n", kind, bytes);
  return (*address = bytes > 1 << 20 ? nullptr : malloc(bytes)) ? SUCCESS : 2;
}
static int state() {
  std::lock_guard<std::mutex> locked(lock);
  return sticky;
}
API cuMemAlloc_v2(void **address, size_t bytes) { return allocate("device", address, bytes); }
API cuMemAllocManaged(void **address, size_t bytes, unsigned flags) {
  return flags == 1 ? allocate("managed", address, bytes) : INVALID_VALUE;
}
API cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  return flags == 3 ? allocate("pinned", address, bytes) : INVALID_VALUE;
}
API cuMemFree_v2(void *address) { return driver_note("free\n"), free(address), state(); }
API cuMemFreeHost(void *address) { return driver_note("free pinned\n"), free(address), state(); }
API cuMemcpyAsync(void *to, const void *from, size_t bytes, void *stream) {
  return tell(stream, [=] {
    memmove(to, from, bytes);
    driver_note("copy %zu\n", bytes);
  });
}
API cuMemsetD8Async(void *to, unsigned char value, size_t bytes, void *stream) {
  return tell(stream, [=] {
    memset(to, value, bytes);
    driver_note("set %zu\n", bytes);
  });
}

API cuMemsetD16Async(void *to, unsigned short value, size_t count, void *stream) {
  return tell(stream, [=] {
    for (size_t i = 0; i < count; ++i) static_cast<unsigned short *>(to)[i] = value;
    driver_note("set %zu of 2\n", count);
  });
}
API cuMemsetD32Async(void *to, unsigned value, size_t count, void *stream) {
  return tell(stream, [=] {
    for (size_t i = 0; i < count; ++i) static_cast<unsigned *>(to)[i] = value;
    driver_note("set %zu of 4\n", count);
  });
}
/* Each byte once, as the driver 580 on an H200 has it: two ranges may be in one page. */
static std::map<uintptr_t, uintptr_t> &registered = *new std::map<uintptr_t, uintptr_t>;
API cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
  uintptr_t first = reinterpret_cast<uintptr_t>(memory), end = first + bytes;
  if (!bytes || flags > 15) return INVALID_VALUE;
  std::lock_guard<std::mutex> locked(lock);
  auto next = registered.lower_bound(end);
  if (next != registered.begin() && std::prev(next)->second > first) return 712;
  registered[first] = end;
  return driver_note("register\n"), SUCCESS;
}
API cuMemHostUnregister(void *memory) {
  std::lock_guard<std::mutex> locked(lock);
  if (!registered.erase(reinterpret_cast<uintptr_t>(memory))) return 713;
  return driver_note("unregister\n"), SUCCESS;
}
API cuMemHostGetDevicePointer_v2(void **device, void *host, unsigned flags) {
  return *device = host, flags ? INVALID_VALUE : SUCCESS;
}

/* The layout is that of tilec/src/fatbin.rs, and each payload has to be PTX for the target of its header. */
API cuModuleLoadData(void **module, const unsigned char *file) {
  uint32_t magic, header, target;
  uint64_t bytes, payload;
  memcpy(&magic, file, 4);
  memcpy(&bytes, file + 8, 8);
  if (magic != 0xba55ed50) return 200;
  for (const unsigned char *at = file + 16, *end = at + bytes; at < end; at += header + payload) {
    memcpy(&header, at + 4, 4);
    memcpy(&payload, at + 8, 8);
    memcpy(&target, at + 28, 4);
    char directive[32];
    snprintf(directive, sizeof directive, ".target sm_%u", target);
    driver_note("image %s %u\n", strstr((const char *)at + header, directive) ? "ptx" : "?", target);
  }
  return *module = &image, SUCCESS;
}
API cuModuleGetFunction(void **function, void *module, const char *name) {
  for (auto &known : names)
    if (module == &image && !strcmp(name, known)) return *function = known, SUCCESS;
  return NOT_FOUND;
}
API cuModuleGetGlobal_v2(void **address, size_t *bytes, void *module, const char *name) {
  return *address = &total, *bytes = 4, module == &image && !strcmp(name, "total") ? SUCCESS : NOT_FOUND;
}
API cuFuncGetAttribute(int *value, int attribute, void *function) {
  return *value = attribute == 0 ? 128 : 40 + attribute, function == names[0] ? SUCCESS : INVALID_VALUE;
}
API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t bytes) {
  return *blocks = 2, function == names[0] && threads == 128 && bytes == 0 ? SUCCESS : INVALID_VALUE;
}

static void add(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
static void meet() {
  std::unique_lock<std::mutex> locked(lock);
  ++n_meeting;
  changed.notify_all();
  if (!changed.wait_for(locked, std::chrono::seconds(20), [] { return n_meeting >= 2; })) sticky = TIMEOUT;
}
static int launch(const char *, void *, unsigned, unsigned, unsigned, void *, void **);
API cuLaunchCooperativeKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned by, unsigned bz,
                              unsigned shared, void *stream, void **arguments) {
  if (threads * by * bz != 1 || shared) return INVALID_VALUE;
  return launch("cooperative launch", function, x, y, z, stream, arguments);
}
API cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
  if (threads * by * bz != 1 || shared || extra) return INVALID_VALUE;
  return launch("launch", function, x, y, z, stream, arguments);
}
static int launch(const char *call, void *function, unsigned x, unsigned y, unsigned z, void *stream, void **arguments) {
  std::function<void()> kernel;
  if (function == names[0]) {
    auto *a = *(const float **)arguments[0], *b = *(const float **)arguments[1];
    auto *c = *(float **)arguments[2];
    kernel = [=, n = *(int *)arguments[3]] { add(a, b, c, n); };
  } else if (function == names[1]) {
    kernel = [by = *(short *)arguments[0]] { total += by; };
  } else if (function == names[3]) {
    kernel = [number = *(int *)arguments[0]] { driver_note("at %d\n", number); };
  } else if (function == names[4]) {
    kernel = meet;
  } else {
    kernel = [] {
      std::lock_guard<std::mutex> locked(lock);
      sticky = ILLEGAL_ADDRESS;
    };
  }
  return tell(stream, [=] {
    kernel();
    if (function != names[3]) driver_note("%s %s %ux%ux%u\n", call, (const char *)function, x, y, z);
  });
}
