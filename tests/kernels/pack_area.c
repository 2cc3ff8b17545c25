/* The questions of kernels/pack_area.h as functions that Python calls: see pack_area_library.py. */
#include "pack_area_field.h"

int sees(const PackGround *ground, const int *pair, const PackAreaRule *rule) {
    AreaWork work;
    memset(&work, 0, sizeof(work));
    AreaTile source = {pair[0], pair[1]}, target = {pair[2], pair[3]};
    int found = area_sees(&work, ground, source, target, rule);
    area_free(&work);
    return found;
}

/* `where`: the row and column of the source, the first of the window, and how many rows and columns it has. */
int field(const PackGround *ground, const int *where, const PackAreaRule *rule, uint8_t *seen) {
    AreaWork work;
    memset(&work, 0, sizeof(work));
    AreaTile source = {where[0], where[1]}, first = {where[2], where[3]};
    AreaWindow window = {first, where[4], where[5], seen};
    int done = area_field(&work, ground, source, rule, &window);
    area_free(&work);
    return done;
}

/* --- a hunt too long for Python: fields beside pairs, on random ground ----------------------------- */

enum { SIDE = 14, RULES = 14 };

static uint32_t chance(uint64_t *state, uint32_t below) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32) % below;
}

/* How many tiles of how many boards are seen otherwise in a field. */
int differences(uint64_t state, int boards) {
    static const uint32_t RARE[] = {1000, 200, 60, 30, 15};  /* of 1,000, the rarest first */
    int found = 0;
    AreaWork work;
    memset(&work, 0, sizeof(work));
    for (int board = 0; board < boards; board++) {
        uint8_t tiles[SIDE * SIDE], edges[3][SIDE * SIDE], seen[SIDE * SIDE];
        int hex = board & 1, rows = 1 + (int)chance(&state, SIDE), cols = 1 + (int)chance(&state, SIDE), size = rows * cols;
        uint32_t rock = RARE[chance(&state, 5)], walls = chance(&state, 2) ? RARE[chance(&state, 5)] : 0;
        for (int i = 0; i < size; i++) {
            tiles[i] = chance(&state, 1000) * rock < 5000 ? GROUND_BLOCKS : GROUND_FREE;
            if (hex && !chance(&state, 20)) tiles[i] = GROUND_OUTSIDE;
            for (int k = 0; k < 3; k++) edges[k][i] = walls && chance(&state, 1000) * walls < 3000;
        }
        PackGround ground = {hex, rows, cols, -3, 5, tiles, {NULL, NULL, NULL}, (int)chance(&state, 2), NULL, NULL};
        for (int k = 0; k < 2 + hex && walls; k++) ground.edges[k] = edges[k];
        for (int i = 0; i < RULES; i++) {
            PackAreaRule rule = {i / 3 % 4, i % 3, i < 12 ? 0 : i == 12 ? 1 : 7};
            if (hex && rule.passes) continue;
            AreaTile source = {-3 + (int)chance(&state, (uint32_t)rows), 5 + (int)chance(&state, (uint32_t)cols)};
            AreaWindow window = {{-3, 5}, rows, cols, seen};
            memset(seen, 1, sizeof(seen));
            if (!area_field(&work, &ground, source, &rule, &window)) found++;
            for (int at = 0; at < size; at++) {
                AreaTile target = {-3 + at / cols, 5 + at % cols};
                found += area_sees(&work, &ground, source, target, &rule) != seen[at];
            }
        }
    }
    area_free(&work);
    return found;
}
