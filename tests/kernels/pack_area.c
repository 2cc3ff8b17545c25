/* The questions of kernels/pack_area.h as functions that Python calls: see pack_area_library.py. */
#include "pack_area_field.h"

int sees(const PackGround *ground, const int *pair, const PackAreaRule *rule) {
    AreaWork work = {NULL, NULL, 0, 0};
    AreaTile source = {pair[0], pair[1]}, target = {pair[2], pair[3]};
    int found = area_sees(&work, ground, source, target, rule);
    area_free(&work);
    return found;
}

/* `where`: the row and column of the source, the first of the window, and how many rows and columns it has. */
int field(const PackGround *ground, const int *where, const PackAreaRule *rule, uint8_t *seen) {
    AreaWork work = {NULL, NULL, 0, 0};
    AreaTile source = {where[0], where[1]}, first = {where[2], where[3]};
    AreaWindow window = {first, where[4], where[5], seen};
    int done = area_field(&work, ground, source, rule, &window);
    area_free(&work);
    return done;
}
