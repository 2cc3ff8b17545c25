// Runs one algorithm of rot.js: reads {library, name, solid, viewers} from standard input, and
// writes {seen, seconds}: for each viewer the indexes of the tiles that it sees.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { library, name, solid, viewers } = JSON.parse(readFileSync(0, "utf8"));
const { FOV } = createRequire(library)("rot-js");
const height = solid.length;
const width = solid[0].length;
const inside = (x, y) => x >= 0 && y >= 0 && x < width && y < height;
const scan = new FOV[name]((x, y) => inside(x, y) && !solid[y][x]);
const far = Math.max(height, width);

function look([row, col]) {
  const found = [];
  const add = (x, y, r, shown) => {
    if (shown && inside(x, y)) found.push(y * width + x);
  };
  scan.compute(col, row, far, add);
  return found;
}

for (const viewer of viewers.slice(0, 50)) look(viewer); // node compiles while it runs
const start = process.cpuUsage();
const seen = viewers.map(look);
const seconds = process.cpuUsage(start).user / 1e6;
process.stdout.write(JSON.stringify({ seen, seconds }));
