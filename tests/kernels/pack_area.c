/* The questions of kernels/pack_area.h as functions that Python calls: see pack_area_library.py. */
#include "pack_area.h"

int sees(const PackGround *ground, const int *pair, const PackAreaRule *rule) {
    AreaWork work = {NULL, NULL, 0, 0};
    AreaTile source = {pair[0], pair[1]}, target = {pair[2], pair[3]};
    int found = area_sees(&work, ground, source, target, rule);
    area_free(&work);
    return found;
}
