import numpy as np, time
from benchmarks import maps
from benchmarks.gpu import open_pairs, timed
from sightline import *
from sightline.gpu import compiling, questions
cp = compiling.cupy()
count = 1 << 26
boards = {k: maps.board(maps.solid_map(k, 100)) for k in maps.KINDS}
rng = np.random.default_rng(5)
hexes = HexBoard(radius=60)
for tile in hexes.tiles():
    if rng.random() < 0.15: hexes.set_solid(tuple(tile))
data = {k: open_pairs(cp, b, count, 20, 1) for k, b in boards.items()}
hexdata = open_pairs(cp, hexes, count, 20, 1)
def reset():
    compiling._module.cache_clear(); compiling._question.cache_clear()
for threads in (128, 256, 512):
    compiling.THREADS = questions.THREADS = threads; reset()
    for shared in (0, 48 * 1024):
        questions.MOST_SHARED = shared
        for rounds in (8, 32) if shared else (0,):
            questions.ROUNDS = rounds
            line = []
            for rule in (CenterRule(), CornerRule()):
                for k, b in boards.items():
                    t = min(timed(cp, lambda n: sees_many(b, data[k], rule, device="cuda"), 5))
                    line.append(f"{count / t / 1e9:6.1f}")
            t = min(timed(cp, lambda n: sees_many(hexes, hexdata, HexRay(), device="cuda"), 5))
            line.append(f"{count / t / 1e9:6.1f}")
            print(threads, shared, rounds, *line, flush=True)
