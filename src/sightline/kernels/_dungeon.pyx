# cython: cdivision=True, wraparound=False
"""One Card Dungeon for mass simulation. Only `games.one_card_dungeon.batch` imports this. The rules are in `dungeon.h`.
Levels have at most 64 tiles and 8 monsters; the caller checks that, and that actions are legal.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

cdef extern from "dungeon.h" nogil:
    const int DUNGEON_CREW, DUNGEON_OPTIONS, A_COUNT, A_ATTACK, A_END, D_LEVEL_UP, D_WON, D_LOST

    ctypedef struct DungeonLevel:
        int rows, cols, tiles, start, crew
        uint64_t walls
        uint8_t health[8]
        uint8_t speed[8]
        uint8_t attack[8]
        uint8_t defence[8]
        uint8_t reach[8]
        uint8_t at[8]

    ctypedef struct DungeonGame:
        uint64_t seed, start
        int turn, rolled
        uint8_t level, hero_class, phase, at, health, power_used, waiting
        uint8_t skills[4]
        uint8_t points[4]
        uint8_t energy[3]
        uint8_t tile[8]
        uint8_t left[8]

    int dungeon_level_make(DungeonLevel *level)
    void dungeon_level_free(DungeonLevel *level)
    int dungeon_sees(const DungeonLevel *level, int a, int b, uint64_t figures)
    uint64_t dungeon_mix(uint64_t word)
    uint64_t dungeon_word(uint64_t start, uint64_t n)
    unsigned dungeon_share(uint64_t word, unsigned count)
    void dungeon_enter(DungeonGame *game, const DungeonLevel *levels, int number)
    int dungeon_legal(const DungeonGame *game, const DungeonLevel *levels, int16_t *found)
    void dungeon_apply(DungeonGame *game, const DungeonLevel *levels, int count, int action)
    int dungeon_settle(DungeonGame *game, const DungeonLevel *levels, int count, int most_turns, int16_t *found)

ACTIONS = A_COUNT
SCALARS = 17
MONSTER_NUMBERS = 6


cdef class Levels:
    """The tables for the levels of a dungeon."""

    cdef DungeonLevel *levels
    cdef readonly int count, tiles, crew

    def __cinit__(self, described):
        cdef DungeonLevel *level
        self.levels = <DungeonLevel *>calloc(len(described), sizeof(DungeonLevel))
        if self.levels == NULL:
            raise MemoryError
        for rows, cols, walls, start, crew in described:
            level = self.levels + self.count
            level.rows, level.cols, level.tiles = rows, cols, rows * cols
            level.walls, level.start, level.crew = walls, start, len(crew)
            for i, (at, health, speed, attack, defence, reach) in enumerate(crew):
                level.at[i], level.health[i], level.speed[i] = at, health, speed
                level.attack[i], level.defence[i], level.reach[i] = attack, defence, reach
            if dungeon_level_make(level) < 0:
                raise MemoryError
            self.count += 1
            self.tiles = max(self.tiles, level.tiles)
            self.crew = max(self.crew, level.crew)

    def __dealloc__(self):
        cdef int number
        if self.levels != NULL:
            for number in range(self.count):
                dungeon_level_free(self.levels + number)
            free(self.levels)

    def sees(self, int number, int a, int b, uint64_t figures):
        """Return whether two tiles of a level see each other, with figures on the given tiles."""
        return bool(dungeon_sees(self.levels + number, a, b, figures))


cdef class Games:
    """A batch of games."""

    cdef Levels dungeon
    cdef DungeonGame *games
    cdef uint8_t *over
    cdef DungeonGame *begin
    cdef readonly int count
    cdef int most_turns
    cdef double shaping

    def __cinit__(self, Levels dungeon, int count, int most_turns, double shaping):
        self.dungeon = dungeon
        self.count = count
        self.most_turns = most_turns
        self.shaping = shaping
        self.games = <DungeonGame *>calloc(count, sizeof(DungeonGame))
        self.begin = <DungeonGame *>calloc(count, sizeof(DungeonGame))
        self.over = <uint8_t *>calloc(count, 1)
        if self.games == NULL or self.over == NULL or self.begin == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.games)
        free(self.begin)
        free(self.over)

    def reset(self, int i, uint64_t seed, int hero_class, int first, int health, skills):
        """Start game `i` at its first roll, before any action."""
        cdef DungeonGame *game = self.begin + i
        memset(game, 0, sizeof(DungeonGame))
        game.hero_class, game.health = hero_class, health
        for number, value in enumerate(skills):
            game.skills[number] = value
        dungeon_enter(game, self.dungeon.levels, first)
        self._start(i, seed)

    cdef void _start(self, int i, uint64_t seed) noexcept nogil:
        memcpy(self.games + i, self.begin + i, sizeof(DungeonGame))
        self.games[i].seed = seed
        self.games[i].start = dungeon_mix(seed)
        self.over[i] = 0

    def legal(self, int i):
        """Return the numbers of the legal actions in game `i`, in the order of the rules."""
        cdef int16_t found[160]
        cdef int count = dungeon_legal(self.games + i, self.dungeon.levels, found)
        return [found[n] for n in range(count)]

    def apply(self, int i, int action):
        """Perform a legal action."""
        dungeon_apply(self.games + i, self.dungeon.levels, self.dungeon.count, action)

    def settle(self, int i):
        """Advance game `i` to its next choice."""
        cdef int16_t found[160]
        dungeon_settle(self.games + i, self.dungeon.levels, self.dungeon.count, self.most_turns, found)

    def state(self, int i):
        """Return the whole state of game `i` as plain numbers."""
        cdef DungeonGame *game = self.games + i
        crew = self.dungeon.levels[game.level].crew
        return (
            game.seed, game.level, game.hero_class, game.phase, game.turn, game.rolled, game.at,
            game.health, bool(game.power_used), game.waiting, tuple(game.skills[n] for n in range(4)),
            tuple(game.points[n] for n in range(4)), tuple(game.energy[n] for n in range(3)),
            tuple((game.tile[n], game.left[n]) for n in range(crew)),
        )

    def snapshot(self):
        """Return all games as bytes, for `restore`."""
        cdef size_t size = self.count * sizeof(DungeonGame)
        return (<char *>self.games)[:size] + (<char *>self.begin)[:size] + (<char *>self.over)[:self.count]

    def restore(self, bytes kept):
        """Restore all games from a `snapshot`."""
        cdef size_t size = self.count * sizeof(DungeonGame)
        if <size_t>len(kept) != 2 * size + <size_t>self.count:
            raise ValueError(f"snapshot: expected one of {self.count} games")
        cdef char *data = kept
        memcpy(self.games, data, size)
        memcpy(self.begin, data + size, size)
        memcpy(self.over, data + 2 * size, self.count)

    def observe(self, uint8_t[:, ::1] seen, int8_t[:, ::1] masks):
        """Write the observation and the legal actions of every game."""
        cdef int i
        with nogil:
            for i in range(self.count):
                self._observe(i, &seen[i, 0], &masks[i, 0])

    def step(self, const int64_t[::1] actions, double[::1] rewards, uint8_t[::1] ended,
             uint8_t[::1] cut, uint8_t[:, ::1] seen, int8_t[:, ::1] masks):
        """Perform one action in every game (-1: none), and everything that follows automatically. A finished game
        starts again. Return the index of a game whose action is illegal (then no game changes), or -1.
        """
        cdef int i
        cdef int16_t found[160]
        with nogil:
            for i in range(self.count):
                if actions[i] >= 0 and not self.over[i] and not self._is_legal(i, actions[i]):
                    with gil:
                        return i
            for i in range(self.count):
                ended[i] = cut[i] = 0
                rewards[i] = 0
                if self.over[i]:
                    self._start(i, dungeon_mix(self.games[i].seed) >> 1)
                    dungeon_settle(self.games + i, self.dungeon.levels, self.dungeon.count, self.most_turns, found)
                elif actions[i] >= 0:
                    rewards[i] = self._do(i, <int>actions[i])
                    if self.games[i].phase >= D_WON:
                        ended[i] = self.over[i] = 1
                    elif self.games[i].turn > self.most_turns:
                        cut[i] = self.over[i] = 1
                self._observe(i, &seen[i, 0], &masks[i, 0])
        return -1

    cdef bint _is_legal(self, int i, int64_t action) noexcept nogil:
        cdef int16_t found[160]
        cdef int n
        for n in range(dungeon_legal(self.games + i, self.dungeon.levels, found)):
            if found[n] == action:
                return True
        return False

    cdef double _do(self, int i, int action) noexcept nogil:
        cdef DungeonGame *game = self.games + i
        cdef int16_t found[160]
        cdef int health = game.health
        cdef double reward = 0
        dungeon_apply(game, self.dungeon.levels, self.dungeon.count, action)
        if A_ATTACK <= action < A_END:
            reward += self.shaping
            if game.phase == D_LEVEL_UP or game.phase == D_WON:
                reward += 1
        dungeon_settle(game, self.dungeon.levels, self.dungeon.count, self.most_turns, found)
        if game.health < health:
            reward -= self.shaping * (health - game.health)
        return reward

    cdef void _observe(self, int i, uint8_t *seen, int8_t *mask) noexcept nogil:
        cdef DungeonGame *game = self.games + i
        cdef DungeonLevel *level = self.dungeon.levels + game.level
        cdef int16_t found[160]
        cdef int n, count = 0
        cdef uint8_t *out = seen
        out[0], out[1], out[2] = game.level, game.hero_class, game.phase
        out[3] = <uint8_t>min(game.turn, 255)
        out[4], out[5] = game.health, game.power_used
        memcpy(out + 6, game.skills, 4)
        memcpy(out + 10, game.points, 4)
        memcpy(out + 14, game.energy, 3)
        out += 17
        for n in range(self.dungeon.tiles):
            if n >= level.tiles:
                out[n] = 255
            else:
                out[n] = <uint8_t>(level.walls >> n & 1)
        out[game.at] = 2
        for n in range(level.crew):
            if game.left[n]:
                out[game.tile[n]] = <uint8_t>(3 + n)
        out += self.dungeon.tiles
        memset(out, 0, self.dungeon.crew * 6)
        for n in range(level.crew):
            if game.left[n]:
                out[0], out[1], out[2], out[3] = 1, game.left[n], level.speed[n], level.attack[n]
                out[4], out[5] = level.defence[n], level.reach[n]
            out += 6
        memset(mask, 0, A_COUNT)
        if not self.over[i]:
            count = dungeon_legal(game, self.dungeon.levels, found)
        for n in range(count):
            if found[n] < A_COUNT:
                mask[found[n]] = 1

    def play_random(self, uint64_t[::1] seeds, int most_actions, int64_t[:, ::1] results):
        """Play random games in sequence, each from the start of game 0. Return the final phase, level, turn and number
        of actions for each seed."""
        cdef int i, count
        cdef int64_t done
        cdef uint64_t start
        cdef int16_t found[160]
        with nogil:
            for i in range(seeds.shape[0]):
                self._start(0, seeds[i])
                # A different stream from the dice: the seed with every bit inverted.
                start = dungeon_mix(~seeds[i])
                done = 0
                while done < most_actions and self.games[0].turn <= self.most_turns:
                    count = dungeon_legal(self.games, self.dungeon.levels, found)
                    if count == 0:
                        break
                    dungeon_apply(self.games, self.dungeon.levels, self.dungeon.count,
                                  found[dungeon_share(dungeon_word(start, done), count)])
                    done += 1
                results[i, 0] = self.games[0].phase
                results[i, 1] = self.games[0].level
                results[i, 2] = self.games[0].turn
                results[i, 3] = done
