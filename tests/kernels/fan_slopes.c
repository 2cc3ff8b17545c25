/* kernels/high/fan_slopes.h by itself: numbers of each limit are far, b at both ends, the height, and whether it is above. */
#include "fan_slopes.h"

/* Is there a line? By the quick way (-1: undecided) and by the exact one, as one number of two digits in base 4. */
int slopes(int64_t low, int64_t high, int n, const int64_t *limits, int orders, const int64_t *marks) {
    static FanSystem s;
    s.low = low; s.high = high; s.unsure = 0;
    s.limits = n; s.orders = orders;
    for (int i = 0; i < n; i++, limits += 5) {
        FanLimit l = {{limits[0], {limits[1], limits[2]}}, limits[3], (int)limits[4]};
        s.limit[i] = l;
    }
    for (int i = 0; i < orders; i++, marks += 6) {
        FanOrder o = {{marks[0], {marks[1], marks[2]}}, {marks[3], {marks[4], marks[5]}}};
        s.order[i] = o;
    }
    return (rough_slopes(&s) + 1) + 4 * (big_slopes(&s) + 1) + 16 * has_slope(&s);
}
