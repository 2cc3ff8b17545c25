import numpy as np, time
from benchmarks import maps
from benchmarks.gpu import open_pairs, timed
from sightline import *
from sightline.gpu import compiling, questions
cp = compiling.cupy()
count = 1 << 26
boards = {k: maps.board(maps.solid_map(k, 100)) for k in maps.KINDS}
boards["random 1000"] = maps.board(maps.solid_map("random 28 %", 1000))
boards["open 1000"] = maps.board(maps.solid_map("open", 1000))
boards["open 4000"] = SquareBoard.from_array(np.random.default_rng(1).random((4000, 4000)) < 0.01)
data = {k: open_pairs(cp, b, count, 20, 1) for k, b in boards.items()}
def reset():
    compiling._module.cache_clear(); compiling._question.cache_clear()
for threads in (128, 256, 512, 1024):
    compiling.THREADS = questions.THREADS = threads; reset()
    for fewest in (1 << 14, 1 << 30) if threads < 1024 else (1 << 14,):
        questions.FEWEST_BY_PATCHES = fewest
        for rule in (CenterRule(), CornerRule(), CornerRule("permissive")):
            line = []
            for k, b in boards.items():
                t = min(timed(cp, lambda n: sees_many(b, data[k], rule, device="cuda"), 5))
                line.append(f"{count / t / 1e9:6.1f}")
            print(threads, fewest, *line, rule, flush=True)
questions.FEWEST_BY_PATCHES = 1 << 14
compiling.THREADS = questions.THREADS = 256; reset()
rule = CornerRule()
for k, b in boards.items():
    mod = questions.question("PAIRS", 8, "short")
    kept = b.mirror.device
    out = cp.empty(count, dtype=bool); off = cp.full(1, 2**64 - 1, dtype="uint64")
    from sightline.engine.on_device import _lines
    rest = cp.empty(count + 1, dtype="uint32")
    table = questions._patch_table(_lines(8), 0)
    def first(n):
        rest[0] = 0
        mod.get_function("pairs_by_patches")((questions.blocks_for(count),), (256,), (kept.plan, kept.patches(), table, data[k], np.int64(count), out, rest, off))
    def second(n):
        mod.get_function("pairs_of_the_rest")((132 * 32,), (256,), (kept.plan, data[k], out, rest))
    a = min(timed(cp, first, 5)); s = min(timed(cp, second, 5))
    print("corner", k, f"glance {count / a / 1e9:.1f} G/s, rest {float(rest[0]) / count:.3f} at {float(rest[0]) / s / 1e9:.1f} G/s", flush=True)
