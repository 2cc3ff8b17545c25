/* One Card Dungeon in C: the same game as the readable rules in games/one_card_dungeon, to play millions of games.
 * Boards of up to 64 tiles, so that a set of tiles is a word; up to 8 monsters.
 *
 * Sight follows the corner rule in strict play. Walls never change, so for each line that they leave open, the kernel
 * of that rule (corner.h) is asked once which figures would stop it: some stop it by themselves, and at each end of the
 * line two may stop it together. So a line is a word of tiles and two pairs.
 */
#ifndef SIGHTLINE_DUNGEON_H
#define SIGHTLINE_DUNGEON_H

#include "corner.h"

#define DUNGEON_TILES 64
#define DUNGEON_CREW 8
#define DUNGEON_OPTIONS 160
#define DUNGEON_NO_WAY 255

enum { D_ROLL, D_ENERGY, D_ADVENTURER, D_MONSTER_MOVE, D_MONSTER_ATTACK, D_LEVEL_UP, D_WON, D_LOST };
enum { D_PALADIN, D_BARBARIAN, D_RANGER, D_WIZARD, D_BASE };
/* Numbers of actions: 1 to 6 keep that face; 8 to 13 are orders of the dice, 14 to 19 the ranger's. */
enum {
    A_ROLL = 0, A_REROLL = 7, A_ASSIGN = 8, A_FAR = 14, A_STEP = 20, A_ATTACK = 28, A_END = 36,
    A_BLOWS = 37, A_IMPROVE = 38, A_COUNT = 43, A_MONSTER = 64
};

typedef struct { uint64_t touch, first, second; } DungeonLine;
typedef struct { int32_t first, count; } DungeonLines;

typedef struct {
    int rows, cols, tiles, start, crew;
    uint64_t walls;
    int8_t near_tile[DUNGEON_TILES][8]; /* by direction; -1: none */
    uint8_t *range;                     /* [from][to], walls in the way */
    uint8_t *barred;                    /* [hero][from][to]: the same round the adventurer */
    DungeonLines *between;              /* [a][b] */
    DungeonLine *lines;
    uint8_t health[DUNGEON_CREW], speed[DUNGEON_CREW], attack[DUNGEON_CREW];
    uint8_t defence[DUNGEON_CREW], reach[DUNGEON_CREW], at[DUNGEON_CREW];
} DungeonLevel;

typedef struct {
    uint64_t seed, start; /* of the dice, and mixed */
    int32_t turn, rolled;
    uint8_t level, hero_class, phase, at, health, power_used, waiting;
    uint8_t skills[4], points[4], energy[3];
    uint8_t tile[DUNGEON_CREW], left[DUNGEON_CREW]; /* of the monsters; left 0: fallen */
} DungeonGame;

static const int D_ROW[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int D_COL[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int D_COST[8] = {3, 2, 3, 2, 2, 3, 2, 3};
static const uint8_t D_ORDERS[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

#define D_BIT(tile) ((uint64_t)1 << (tile))

/* --- a level's tables */

static void dungeon_costs(const DungeonLevel *level, int from, int bar, uint8_t *cost) {
    memset(cost, DUNGEON_NO_WAY, (size_t)level->tiles);
    cost[from] = 0;
    for (int again = 1; again;) {
        again = 0;
        for (int tile = 0; tile < level->tiles; tile++) {
            if (cost[tile] == DUNGEON_NO_WAY) continue;
            for (int way = 0; way < 8; way++) {
                int to = level->near_tile[tile][way], next = cost[tile] + D_COST[way];
                if (to < 0 || to == bar || next >= cost[to]) continue;
                cost[to] = (uint8_t)next;
                again = 1;
            }
        }
    }
}

static int dungeon_on_board(const DungeonLevel *level, int row, int col) {
    return row >= 0 && row < level->rows && col >= 0 && col < level->cols;
}

/* A line between two tiles, on the board of a level with its walls. */
typedef struct { Square *board; CornerLine line; Own own; } DungeonSight;

/* Is the line clear? One of no length, at a shared corner, is clear if a walker can get around the corner. */
static int dungeon_clear(const DungeonSight *d) {
    const CornerLine *l = &d->line;
    if (l->dx || l->dy) return corner_line(d->board, NULL, l, &d->own);
    Quadrant q = quadrant(d->board, l->c1 > l->c0, l->r1 > l->r0);
    return walks_round(d->board, &q, d->own.source, d->own.target, &d->own);
}

/* Is it still clear with figures on these tiles? */
static int dungeon_clear_past(const DungeonSight *d, uint64_t figures) {
    const Square *s = d->board;
    for (uint64_t rest = figures; rest; rest &= rest - 1)
        s->cell[cell_at(s, __builtin_ctzll(rest) / s->cols, __builtin_ctzll(rest) % s->cols)] ^= TILE;
    int clear = dungeon_clear(d);
    for (uint64_t rest = figures; rest; rest &= rest - 1)
        s->cell[cell_at(s, __builtin_ctzll(rest) / s->cols, __builtin_ctzll(rest) % s->cols)] ^= TILE;
    return clear;
}

/* The free tiles in a part of the board, as bits. */
static uint64_t dungeon_free(const DungeonLevel *level, int top, int left, int bottom, int right) {
    uint64_t found = 0;
    for (int row = top; row <= bottom; row++)
        for (int col = left; col <= right; col++)
            if (dungeon_on_board(level, row, col)) found |= D_BIT(row * level->cols + col);
    return found & ~level->walls;
}

/* Two of the tiles around one end that stop the line only together; 0: no two do. */
static uint64_t dungeon_pair(const DungeonLevel *level, const DungeonSight *d, int row, int col, uint64_t among) {
    among &= dungeon_free(level, row - 1, col - 1, row + 1, col + 1);
    for (uint64_t one = among; one; one &= one - 1)
        for (uint64_t other = one & (one - 1); other; other &= other - 1) {
            uint64_t pair = D_BIT(__builtin_ctzll(one)) | D_BIT(__builtin_ctzll(other));
            if (!dungeon_clear_past(d, pair)) return pair;
        }
    return 0;
}

/* Put the lines from a to b that walls leave open into `found`. Returns their number. */
static int dungeon_lines(const DungeonLevel *level, Square *board, int a, int b, DungeonLine *found) {
    int count = 0, cols = level->cols, r0 = a / cols, c0 = a % cols, r1 = b / cols, c1 = b % cols;
    memset(found, 0, sizeof *found);
    if (abs(r0 - r1) + abs(c0 - c1) <= 1) return 1;
    uint64_t near_by = dungeon_free(level, (r0 < r1 ? r0 : r1) - 1, (c0 < c1 ? c0 : c1) - 1, (r0 < r1 ? r1 : r0) + 1,
                                    (c0 < c1 ? c1 : c0) + 1) & ~(D_BIT(a) | D_BIT(b));
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++) {
            int pr = r0 + (from & 1), pc = c0 + (from >> 1), qr = r1 + (to & 1), qc = c1 + (to >> 1);
            DungeonSight d = {board, {r0, c0, r1, c1, pr, pc, qr - pr, qc - pc}, {cell_at(board, r0, c0), cell_at(board, r1, c1), NULL, 0}};
            DungeonLine line = {0, 0, 0};
            if (!dungeon_clear(&d)) continue;
            for (uint64_t rest = near_by; rest; rest &= rest - 1)
                if (!dungeon_clear_past(&d, rest & (0 - rest))) line.touch |= rest & (0 - rest);
            line.first = dungeon_pair(level, &d, r0, c0, near_by & ~line.touch);
            line.second = dungeon_pair(level, &d, r1, c1, near_by & ~line.touch);
            found[count++] = line;
        }
    return count;
}

static void dungeon_level_free(DungeonLevel *level) {
    free(level->range);
    free(level->barred);
    free(level->between);
    free(level->lines);
    memset(level, 0, sizeof *level);
}

/* Fill all tables of a level whose size, walls, start and crew are set. -1: no memory. */
static int dungeon_level_make(DungeonLevel *level) {
    size_t n = (size_t)level->tiles;
    uint8_t cells[3 * (DUNGEON_TILES + 2)];   /* with a border of one: most on a board of one row */
    Square board = {level->rows, level->cols, level->cols + 2, cells, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0};
    memset(cells, OUTSIDE, sizeof cells);
    for (int tile = 0; tile < level->tiles; tile++)
        for (int way = 0; way < 8; way++) {
            int row = tile / level->cols + D_ROW[way], col = tile % level->cols + D_COL[way];
            int to = row * level->cols + col;
            int floor = dungeon_on_board(level, row, col) && !(level->walls & D_BIT(to));
            level->near_tile[tile][way] = (int8_t)(floor ? to : -1);
            cells[cell_at(&board, tile / level->cols, tile % level->cols)] = level->walls & D_BIT(tile) ? TILE : 0;
        }
    level->range = malloc(n * n);
    level->barred = malloc(n * n * n);
    level->between = malloc(n * n * sizeof *level->between);
    level->lines = malloc(n * (n + 1) * 8 * sizeof *level->lines);
    if (!level->range || !level->barred || !level->between || !level->lines) {
        dungeon_level_free(level);
        return -1;
    }
    int count = 0;
    for (int a = 0; a < level->tiles; a++) {
        dungeon_costs(level, a, -1, level->range + a * n);
        for (int b = 0; b < level->tiles; b++) {
            dungeon_costs(level, b, a, level->barred + (a * n + b) * n);
            if (b < a) continue;                /* sight is the same both ways */
            DungeonLines lines = {count, dungeon_lines(level, &board, a, b, level->lines + count)};
            level->between[a * n + b] = level->between[b * n + a] = lines;
            count += lines.count;
        }
    }
    DungeonLine *fit = realloc(level->lines, (size_t)count * sizeof *fit);
    if (fit) level->lines = fit;
    return 0;
}

/* Do two tiles see each other, with figures on these tiles? */
static int dungeon_sees(const DungeonLevel *level, int a, int b, uint64_t figures) {
    DungeonLines between = level->between[a * level->tiles + b];
    figures &= ~(D_BIT(a) | D_BIT(b));
    for (int i = 0; i < between.count; i++) {
        const DungeonLine *line = level->lines + between.first + i;
        if (!(figures & line->touch) && (!line->first || (figures & line->first) != line->first) &&
            (!line->second || (figures & line->second) != line->second))
            return 1;
    }
    return 0;
}

/* --- dice */

static uint64_t dungeon_mix(uint64_t word) {
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* Which of `count` parts of 2^64 a word lies in. */
static unsigned dungeon_share(uint64_t word, unsigned count) {
    uint64_t low = (word & 0xFFFFFFFFu) * count >> 32;
    return (unsigned)(((word >> 32) * count + low) >> 32);
}

static uint64_t dungeon_word(uint64_t start, uint64_t n) {
    return dungeon_mix(start + (n + 1) * UINT64_C(0x9E3779B97F4A7C15));
}

static void dungeon_throw(DungeonGame *game, int keep) {
    int count = keep ? 2 : 3;
    uint8_t *energy = game->energy;
    for (int i = 0; i < count; i++)
        energy[i] = (uint8_t)(1 + dungeon_share(dungeon_word(game->start, (uint64_t)(game->rolled + i)), 6));
    if (keep) energy[2] = (uint8_t)keep;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (energy[j] > energy[j + 1]) {
                uint8_t face = energy[j];
                energy[j] = energy[j + 1];
                energy[j + 1] = face;
            }
    game->rolled += count;
    game->phase = D_ENERGY;
}

/* --- the game */

static void dungeon_enter(DungeonGame *game, const DungeonLevel *levels, int number) {
    const DungeonLevel *level = levels + number;
    game->level = (uint8_t)number;
    game->at = (uint8_t)level->start;
    game->phase = D_ROLL;
    game->turn = 1;
    game->power_used = game->waiting = 0;
    memset(game->points, 0, sizeof game->points);
    memset(game->energy, 0, sizeof game->energy);
    memset(game->left, 0, sizeof game->left);
    memset(game->tile, 0, sizeof game->tile);
    memcpy(game->left, level->health, (size_t)level->crew);
    memcpy(game->tile, level->at, (size_t)level->crew);
}

static uint64_t dungeon_figures(const DungeonGame *game, int crew, int without) {
    uint64_t figures = 0;
    for (int i = 0; i < crew; i++)
        if (game->left[i] && i != without) figures |= D_BIT(game->tile[i]);
    return figures;
}

/* The nearest of the waiting monsters, as bits. */
static unsigned dungeon_movers(const DungeonGame *game, const DungeonLevel *level) {
    unsigned movers = 0;
    int nearest = 1 << 30;
    for (int i = 0; i < level->crew; i++) {
        if (!(game->waiting >> i & 1)) continue;
        int away = level->range[game->at * level->tiles + game->tile[i]];
        if (away < nearest) nearest = away, movers = 0;
        if (away == nearest) movers |= 1u << i;
    }
    return movers;
}

/* The best of `tiles` by two numbers, as bits. */
static uint64_t dungeon_best(int tiles, uint64_t among, const int *key) {
    uint64_t best = 0;
    int least = 1 << 30;
    for (int tile = 0; tile < tiles; tile++) {
        if (!(among >> tile & 1)) continue;
        if (key[tile] < least) least = key[tile], best = 0;
        if (key[tile] == least) best |= D_BIT(tile);
    }
    return best;
}

/* Where a monster may end its move, as bits: see monsters.py. */
static uint64_t dungeon_destinations(const DungeonGame *game, const DungeonLevel *level, int who) {
    int n = level->tiles, key[DUNGEON_TILES];
    const uint8_t *cost = level->barred + ((size_t)game->at * n + game->tile[who]) * n;
    const uint8_t *range = level->range + (size_t)game->at * n;
    uint64_t others = dungeon_figures(game, level->crew, who), near_by = 0, posts = 0, now;
    for (int tile = 0; tile < n; tile++) {
        if (cost[tile] == DUNGEON_NO_WAY || (others >> tile & 1)) continue;
        if (cost[tile] <= level->speed[who]) near_by |= D_BIT(tile);
        if (range[tile] != DUNGEON_NO_WAY && range[tile] <= level->reach[who] &&
            dungeon_sees(level, tile, game->at, others))
            posts |= D_BIT(tile);
        key[tile] = (DUNGEON_NO_WAY - range[tile]) * 256 + cost[tile];
    }
    now = posts & near_by;
    if (now) return dungeon_best(n, now, key);
    if (posts) {
        uint64_t goals = dungeon_best(n, posts, key);
        for (int tile = 0; tile < n; tile++) {
            int least = DUNGEON_NO_WAY;
            if (!(near_by >> tile & 1)) continue;
            for (int goal = 0; goal < n; goal++) {
                int way = level->barred[((size_t)game->at * n + goal) * n + tile];
                if ((goals >> goal & 1) && way < least) least = way;
            }
            key[tile] = least * 256 + cost[tile];
        }
    } else
        for (int tile = 0; tile < n; tile++)
            key[tile] = (range[tile] == DUNGEON_NO_WAY ? 1 << 20 : range[tile] * 256) + cost[tile];
    return dungeon_best(n, near_by, key);
}

static int dungeon_in_reach(const DungeonGame *game, const DungeonLevel *level, int who, int reach,
                            uint64_t figures) {
    int away = level->range[game->at * level->tiles + game->tile[who]];
    return away != DUNGEON_NO_WAY && away <= reach &&
           dungeon_sees(level, game->at, game->tile[who], figures);
}

/* All legal actions, in the order of `legal_actions`. Returns their number. */
static int dungeon_legal(const DungeonGame *game, const DungeonLevel *levels, int16_t *found) {
    const DungeonLevel *level = levels + game->level;
    int count = 0;
    switch (game->phase) {
    case D_ROLL:
        found[count++] = A_ROLL;
        if (game->hero_class == D_PALADIN && !game->power_used && game->energy[0])
            for (int i = 2; i >= 0; i--)
                if (i == 2 || game->energy[i] != game->energy[i + 1]) found[count++] = game->energy[i];
        break;
    case D_ENERGY: {
        int ranger = game->hero_class == D_RANGER && !game->power_used;
        for (int part = 0; part <= ranger; part++)
            for (int order = 0; order < 6; order++) {
                int twin = 0;
                for (int other = 0; other < order && !twin; other++) {
                    twin = 1;
                    for (int i = 0; i < 3; i++)
                        twin &= game->energy[2 - D_ORDERS[order][i]] == game->energy[2 - D_ORDERS[other][i]];
                }
                if (!twin) found[count++] = (int16_t)((part ? A_FAR : A_ASSIGN) + order);
            }
        if (!game->power_used && (game->hero_class == D_WIZARD ||
                                  (game->hero_class == D_BARBARIAN && game->health == 1)))
            found[count++] = A_REROLL;
        break;
    }
    case D_ADVENTURER: {
        uint64_t figures = dungeon_figures(game, level->crew, -1);
        for (int i = 0; i < level->crew; i++)
            if (game->left[i] && level->defence[i] <= game->points[1] &&
                dungeon_in_reach(game, level, i, game->points[3], figures))
                found[count++] = (int16_t)(A_ATTACK + i);
        for (int way = 0; way < 8; way++) {
            int to = level->near_tile[game->at][way];
            if (to >= 0 && D_COST[way] <= game->points[0] && !(figures >> to & 1))
                found[count++] = (int16_t)(A_STEP + way);
        }
        found[count++] = A_END;
        break;
    }
    case D_MONSTER_MOVE: {
        unsigned movers = dungeon_movers(game, level);
        for (int i = 0; i < level->crew; i++) {
            if (!(movers >> i & 1)) continue;
            uint64_t goals = dungeon_destinations(game, level, i);
            for (int tile = 0; tile < level->tiles && count < DUNGEON_OPTIONS; tile++)
                if (goals >> tile & 1) found[count++] = (int16_t)(A_MONSTER + i * DUNGEON_TILES + tile);
        }
        break;
    }
    case D_MONSTER_ATTACK:
        found[count++] = A_BLOWS;
        break;
    case D_LEVEL_UP:
        for (int i = 0; i < 4; i++)
            if (game->skills[i] < 99) found[count++] = (int16_t)(A_IMPROVE + i);
        found[count++] = A_IMPROVE + 4;
        break;
    default:
        break;
    }
    return count;
}

/* Perform a legal action. */
static void dungeon_apply(DungeonGame *game, const DungeonLevel *levels, int count, int action) {
    const DungeonLevel *level = levels + game->level;
    if (action >= A_MONSTER) {
        int who = (action - A_MONSTER) / DUNGEON_TILES;
        game->tile[who] = (uint8_t)((action - A_MONSTER) % DUNGEON_TILES);
        game->waiting &= (uint8_t)~(1u << who);
        if (!game->waiting) game->phase = D_MONSTER_ATTACK;
    } else if (action < A_REROLL) {
        dungeon_throw(game, action);
        if (action) game->power_used = 1;
    } else if (action == A_REROLL) {
        dungeon_throw(game, 0);
        game->power_used = 1;
    } else if (action < A_STEP) {
        int far = action >= A_FAR;
        const uint8_t *order = D_ORDERS[action - (far ? A_FAR : A_ASSIGN)];
        memcpy(game->points, game->skills, sizeof game->points);
        game->points[far ? 3 : 0] += game->energy[2 - order[0]];
        game->points[1] += game->energy[2 - order[1]];
        game->points[2] += game->energy[2 - order[2]];
        if (far) game->power_used = 1;
        game->phase = D_ADVENTURER;
    } else if (action < A_ATTACK) {
        game->at = (uint8_t)level->near_tile[game->at][action - A_STEP];
        game->points[0] -= (uint8_t)D_COST[action - A_STEP];
    } else if (action < A_END) {
        int who = action - A_ATTACK, alive = 0;
        game->points[1] -= level->defence[who];
        if (!--game->left[who]) game->tile[who] = 0;
        for (int i = 0; i < level->crew; i++) alive |= game->left[i];
        if (!alive) game->phase = game->level + 1 < count ? D_LEVEL_UP : D_WON;
    } else if (action == A_END) {
        game->waiting = 0;
        for (int i = 0; i < level->crew; i++)
            if (game->left[i]) game->waiting |= (uint8_t)(1u << i);
        game->phase = D_MONSTER_MOVE;
    } else if (action == A_BLOWS) {
        uint64_t figures = dungeon_figures(game, level->crew, -1);
        int total = 0, lost;
        for (int i = 0; i < level->crew; i++)
            if (game->left[i] && dungeon_in_reach(game, level, i, level->reach[i], figures))
                total += level->attack[i];
        lost = total / game->points[2];
        if (lost >= game->health) {
            game->health = 0;
            game->phase = D_LOST;
            return;
        }
        game->health -= (uint8_t)lost;
        game->phase = D_ROLL;
        game->turn++;
        memset(game->points, 0, sizeof game->points);
        if (game->hero_class == D_BARBARIAN) game->power_used = 0;
    } else {
        if (action == A_IMPROVE + 4) game->health = 6;
        else game->skills[action - A_IMPROVE]++;
        dungeon_enter(game, levels, game->level + 1);
    }
}

/* Advance while there is nothing to choose: one legal action, or equal moves of monsters, where the first is taken.
 * Returns the number of legal actions, which are in `found`. */
static int dungeon_settle(DungeonGame *game, const DungeonLevel *levels, int levels_count, int most_turns,
                          int16_t *found) {
    for (;;) {
        int count = dungeon_legal(game, levels, found);
        if (count == 0 || game->turn > most_turns) return count;
        if (count > 1 && game->phase != D_MONSTER_MOVE) return count;
        dungeon_apply(game, levels, levels_count, found[0]);
    }
}

#endif
