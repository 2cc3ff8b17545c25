/* A GPU on a CPU: what the kernels of src/sightline/kernels/gpu_*.cu use of one, so that a C++ compiler takes them
   as they are. Threads run one after the other, in blocks of one; a warp has one thread. */
#define __CUDACC_RTC__
#define __global__
#define __launch_bounds__(threads)
#define __align__(bytes) alignas(bytes)

typedef __SIZE_TYPE__ size_t;
extern "C" {
void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int abs(int);
}

struct Place3 { unsigned x, y, z; };
static Place3 threadIdx, blockIdx, blockDim = {1, 1, 1}, gridDim;
struct int4 { int x, y, z, w; };

static inline int __ffs(int word) { return __builtin_ffs(word); }
static inline int __ffsll(long long word) { return __builtin_ffsll(word); }
static inline int __clzll(long long word) { return word ? __builtin_clzll((unsigned long long)word) : 64; }
static inline int __popcll(unsigned long long word) { return __builtin_popcountll(word); }
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    by &= 31;
    return by ? low >> by | high << (32 - by) : low;
}
static inline unsigned __byte_perm(unsigned one, unsigned other, unsigned which) {
    unsigned long long both = (unsigned long long)other << 32 | one;
    unsigned made = 0;
    for (int k = 0; k < 4; k++) made |= (unsigned)(both >> 8 * (which >> 4 * k & 7) & 0xff) << 8 * k;
    return made;
}
static inline unsigned __reduce_add_sync(unsigned, unsigned value) { return value; }
static inline unsigned __activemask() { return 1; }
static inline int __popc(unsigned word) { return __builtin_popcount(word); }
static inline unsigned __shfl_sync(unsigned, unsigned value, int) { return value; }
static inline unsigned atomicAdd(unsigned *to, unsigned more) { unsigned old = *to; *to += more; return old; }
static inline int atomicAdd(int *to, int more) { int old = *to; *to += more; return old; }
static inline void atomicMin(unsigned long long *to, unsigned long long value) { if (value < *to) *to = value; }

/* How many blocks there are, and which one comes next. */
extern "C" void set_grid(unsigned x, unsigned y) { gridDim = {x, y, 1}; }
extern "C" void set_block(unsigned x, unsigned y) { blockIdx = {x, y, 0}; }
