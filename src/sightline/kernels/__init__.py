"""Compiled questions: they return flat arrays of flags, never a proof. Only `engine.native` imports
them.

Contents. Headers that both grids share are in this folder, in `walls` and in `high`; `square`,
`hex`, `pack` and `gpu` have the others. `_core.pyx` is the main extension. It includes `mirrors`,
`pairs`, `fields` and `heights` of `core`; `declarations` lists what they use from the headers:

    square, square_cells         the planes of a square board, and the center rule
    hexagon                      the plane of a hex board, and the hex ray between two hexes
    walls, special_walls         free walls by the tiles that they pass; limited and one-way ones
    sectors, along, corner_ends  what separates a line's ends: at a point, along an edge, at an end
    pair                         one pair of squares, using the fastest of the next four
    corner, corner_pair_near     the strict corner rule: any line, and 16 lines at once within 63
    corner_closed_ends           the same with closed ends
    corner_lenient               the corner rule if touches may pass
    near_field, cornerfield      fields: within 20 tiles by dead rays, and farther by open slopes
    windows, seen, all_pairs     open slopes, marks of visible tiles, every tile against every other
    hexrays, hex_windows         fields of the hex ray: within 20 hexes by dead rays, and farther
    lit_walls                    rock beside visible floor
    grid_line                    the tiles and edges that a line meets, where and on which side
    judgment                     how the touches on a line decide it: the only judgment in C
    wall_touch                   where a line meets a free wall
    any_line, hex_lines          the contact of any line, and a quick test for most lines on hexes
    heights, slopes, high_cells  what has a bottom or a top; the best heights of a line
    high_line                    the contact of such a line by the geometric rules

`_packs.pyx` is another extension, loaded on the first question with a game's rule:

    pack_ground, pack_walls      which tiles and edges block for a set of kinds; walls by cells
    pack_shapes                  everything that a line meets, relative to its start; usually cached
    pack_levels                  what a line meets, by its shape; `judgment` decides the result
    pack_high                    the same for lines with heights, found by `high_cells`
    pack_fan, pack_lines         walls between two lines; counting the lines of a question
    pack_whole                   the same between whole footprints
    pack_area, pack_area_field   lines from or to any part of a tile, where tiles and edges block
    pack_area_strip              everything between two tiles, with exact points
    pack_area_shut               whether joined walls separate the two tiles
    pack_area_walls              free lines past free, limited and one-way walls
    pack_area_touching           the same for lines that may touch
    pack_area_high, fan_slopes   the same with heights: every way above and below what is crossed
    limbs                        whole numbers of any size, for signs that 64 bits do not decide
    pack_paths                   chains of hexes: woods that add up, hills, lines that lean
    pack_near                    blockers that count by position: near the target, off the viewer
    pack_diamonds                lines between centers past the diamonds in tiles

`movement/_movement.pyx` is the search of `path`, `reach` and `threat`, loaded on the first call. It
reads the board's own planes while it searches. For free walls, `engine.steps` caches with the board
which steps they stop.

`gpu_questions.cu` and `gpu_heat.cu` are compiled for a GPU by `sightline.gpu`, together with
`pair.h` and `hexagon.h` (`portable_gpu.h` replaces C's standard headers). `_dungeon.pyx` is a whole
game, One Card Dungeon, in `dungeon.h`, for millions of games at once. The readable rules of
`games.one_card_dungeon` define it, and its module `batch` uses it. It uses `corner` to find which
figures stop a line.

Every other header that decides whether a line passes is a fast path: benchmarks/fast-paths.md lists
how much faster each makes answers.

The contract between Python and C:

Validation.  The caller validates. A kernel receives positions on the board, a radius as an integer
limit, and a rule and a board of the kinds that it was built for. It checks nothing.

Bounds.  Boards span at most 4096 tiles each way (`model.board.MAX_SIDE`), and hexes are within 2048
of the origin. Slopes are fractions of numbers below 2^14, so their cross products fit in 32 bits.
Free walls are in 1/384,000ths of a tile and reach at most 512 tiles beyond the board: differences
stay below 2^31, their products below 2^62. Heights are stored in 1/384,000ths up to a million
units; times the longest ray they stay below 2^56. A board with a larger height is left to the
readable rule. Lines with heights use fractions of these units, so that two bodies are at most 2^50
apart; if a number exceeds 64 bits, or a cell of heights contains no such fraction, the kernel
leaves the pair undecided. Lines to any part of a tile, with heights, take points at most 2^28 units
apart: 699 tiles if free walls end at arbitrary points, and any distance on the grid.

Memory.  A `Mirror` owns the planes that it made from a board and frees them with itself. The board
notifies it of every change of a tile, an edge, a wall or a height, each in O(1). If a limited or
one-way wall changes, the board drops the mirror, and the next question creates another. For plain
moves, the mirror updates the board's own tables (`step`). Every returned object is new and belongs
to the caller. A `HighMirror` is not updated: the board drops it at any change.

The planes for packs are cached with the board too, in `Board.changed`: grounds read the changes
there, and are built again after a change of the whole board.

Threads.  Any number of threads may ask questions about one board at the same time; the batch
kernels release the interpreter lock. A thread must not change a board while another asks about it.
"""
