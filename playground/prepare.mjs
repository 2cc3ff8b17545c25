// Runs prepare.py in Pyodide, under node, so that the browser's own Python lists its requirements
// and compiles it.
// node prepare.mjs <Pyodide folder> <zip of our sources> <prepare.py> <output folder>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , runtime, sources, script, out] = process.argv
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href)
const python = await loadPyodide({ indexURL: `${runtime}/` })
python.FS.writeFile('/sources.zip', readFileSync(sources))
try {
  python.runPython(readFileSync(script, 'utf8'))
} catch (error) {
  // Node would print a megabyte of the runtime along with it.
  console.error(error.message)
  process.exit(1)
}
mkdirSync(out, { recursive: true })
for (const name of ['python_stdlib.zip', 'sightline.zip', 'prepared.json']) {
  writeFileSync(`${out}/${name}`, python.FS.readFile(`/made/${name}`))
}
