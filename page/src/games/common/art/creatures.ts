/** Our own drawings of all creatures in the games: a few paths each, around (0, 0) in a box of 100. */

export const COLORS: Readonly<Record<string, string>> = {
  k: '#2a211b', // ink
  s: '#e8b98f', // skin
  f: '#8a6f5a', // fur
  g: '#98a1ae', // steel
  b: '#f3ead6', // bone
  n: '#5f8f4e', // green
  r: '#b2432f', // red
  u: '#3f6ea8', // blue
  y: '#d9a632', // gold
  w: '#8a5a2e', // wood
  p: '#7a4f8f', // purple
  d: '#4f463f', // dark
  h: '#ffffff', // white
  o: '#d9772b', // orange
  t: '#dcb85a', // straw
  i: '#e39aa0', // pink
  c: 'var(--cloth, #b2432f)', // the color of the side
}
export const INK = COLORS['k'] as string
export const PARCHMENT = '#f1e6cb'

// --- people, combined from parts

const shoulders = (tone: string) => `${tone}M-36 46C-36 20-20 12 0 12S36 20 36 46z`
const head = (tone = 's') => `${tone}M-16-8a16 18 0 1 0 32 0a16 18 0 1 0-32 0z`
const hood = (tone: string) => `${tone}M-24 14C-28-26-12-36 0-38C12-36 28-26 24 14C20 4 17 4 14 2C17-14 10-19 0-20C-10-19-17-14-14 2C-17 4-20 4-24 14z`
const hair = (tone: string) => `${tone}M-19 4C-24-22-12-31 0-31S24-22 19 4C17-12 10-16 0-17C-10-16-17-12-19 4z`
const longHair = (tone: string) => `${tone}M-22 26C-30-24-14-33 0-33S30-24 22 26H12C20 0 16-14 0-17C-16-14-20 0-12 26z`
const beard = (tone: string) => `${tone}M-16-6Q-19 22 0 30Q19 22 16-6Q8 4 0 2Q-8 4-16-6z`
const hat = (tone: string) => `${tone}M-31-15Q0-29 31-15Q17-21 12-25L5-49L-12-25Q-20-21-31-15z`
const helm = (tone = 'g') => `${tone}M-19-8C-21-30-8-36 0-36S21-30 19-8L13-12H3V2H-3V-12H-13z`
const eyes = (tone = 'k', y = -8) => `${tone}M-8.500 ${y}a2.600 3 0 1 0 5.200 0a2.600 3 0 1 0-5.200 0zM3.300 ${y}a2.600 3 0 1 0 5.200 0a2.600 3 0 1 0-5.200 0z`
const PLUME = 'rM-4-34Q-6-50 14-48Q6-44 6-34z'
const HORNS = 'bM-17-22Q-34-22-36-43Q-24-39-11-31zM17-22Q34-22 36-43Q24-39 11-31z'
const GREAT_HELM = 'gM-19-32Q0-42 19-32V8Q0 18-19 8z|kM-14-14H14V-8H-14zM-2-8H2V10H-2z'
const SKULL = 'bM-17-10C-18-30-8-32 0-32S18-30 17-10C17-2 12 0 11 4V13H-11V4C-12 0-17-2-17-10z|kM-12-10a5 5.500 0 1 0 10 0a5 5.500 0 1 0-10 0zM2-10a5 5.500 0 1 0 10 0a5 5.500 0 1 0-10 0zM-2 1H2L0-4z|xM-5 6V13M0 6V13M5 6V13'
const SWORD = 'gM35-36L41-31L36 16H29z|wM23 13L42 17L41 22L22 18z'
const BOW = 'WM28-34Q50 0 28 36|xM28-34V36'
const AXE = 'WM33-32V40|gM31-34Q50-36 47-10Q42-17 31-17z'
const STAFF = 'WM36-28V44|yM28-36a8 8 0 1 0 16 0a8 8 0 1 0-16 0z'
const SHIELD = 'cM-46 4H-19V24Q-21 40-32.500 45Q-44 40-46 24z|yM-35 9h5v9h7v5h-7v14h-5V23h-7v-5h7z'
const SLING = 'xM26 14Q46 10 40-14|gM34-20a6 6 0 1 0 12 0a6 6 0 1 0-12 0z'
const DAGGER = 'gM34-12L39-8L35 20H30z|wM25 17L41 20L40 24L24 21z'
const TUSKS = 'hM-9 6L-7-3L-3 5zM9 6L7-3L3 5z'

// --- everything else

const RAT = [
  'iM-40-18a13 13 0 1 0 26 0a13 13 0 1 0-26 0zM14-18a13 13 0 1 0 26 0a13 13 0 1 0-26 0z',
  'fM-26-10C-26-26-12-31 0-31S26-26 26-10C26 8 9 26 0 32C-9 26-26 8-26-10z',
  'kM-14-8a4 4.500 0 1 0 8 0a4 4.500 0 1 0-8 0zM6-8a4 4.500 0 1 0 8 0a4 4.500 0 1 0-8 0z',
  'iM-5 26a5 4.500 0 1 0 10 0a5 4.500 0 1 0-10 0z|hM-3 31H3V39H-3z|xM-7 22L-30 15M-7 26L-30 30M7 22L30 15M7 26L30 30',
].join('|')
const MUZZLE = 'kM-6 5H6L0 12z|xM0 12V19M-8 20Q0 26 8 20'

function dog(coat: string, ears: string, eye: string): string {
  return `${ears}|${coat}M-20-22C-12-34 12-34 20-22C26-10 20 4 14 12C14 25 8 32 0 32S-14 25-14 12C-20 4-26-10-20-22z|bM-11 10C-11 1 11 1 11 10C11 22 6 28 0 28S-11 22-11 10z|${eyes(eye, -9)}|${MUZZLE}|rM-18 33Q0 42 18 33V40Q0 49-18 40z`
}
const FLOPPY = 'dM-17-27C-36-32-40-8-31 5C-24 0-20-8-16-14zM17-27C36-32 40-8 31 5C24 0 20-8 16-14z'
const pointed = (tone: string) => `${tone}M-22-16L-27-45L-5-29zM22-16L27-45L5-29z`

const DRAWINGS: Readonly<Record<string, string>> = {
  // the classes of One Card Dungeon
  paladin: [shoulders('u'), head(), eyes(), helm(), PLUME, SHIELD, SWORD].join('|'),
  barbarian: [shoulders('s'), 'fM-36 46C-38 22-22 12 0 18S38 22 36 46Q20 28 0 30Q-20 28-36 46z', head(), hair('o'), beard('o'), eyes(), HORNS, AXE].join('|'),
  ranger: [shoulders('n'), head(), hood('n'), eyes(), BOW].join('|'),
  wizard: [shoulders('u'), head(), beard('h'), eyes(), hat('u'), STAFF].join('|'),
  adventurer: [shoulders('w'), head(), hair('w'), eyes(), SWORD].join('|'),

  // monsters of One Card Dungeon
  rat: RAT,
  crab: 'OM-30 22L-46 31M-24 30L-37 44M30 22L46 31M24 30L37 44|oM-28-6C-48-10-51-34-36-42C-38-30-32-26-25-31C-20-20-22-10-28-6zM28-6C48-10 51-34 36-42C38-30 32-26 25-31C20-20 22-10 28-6z|oM-34 14C-34-8-16-14 0-14S34-8 34 14S16 36 0 36S-34 30-34 14z|xM-9-13V-22M9-13V-22M-10 22Q0 28 10 22|hM-15-25a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM3-25a6 6 0 1 0 12 0a6 6 0 1 0-12 0z|kM-11-25a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0zM7-25a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0z',
  bat: `dM0-4C-10-26-30-30-48-22C-42-10-46 4-40 18C-34 9-26 9-22 20C-16 11-8 14 0 24C8 14 16 11 22 20C26 9 34 9 40 18C46 4 42-10 48-22C30-30 10-26 0-4z|fM-13-10L-15-32L-2-18zM13-10L15-32L2-18z|fM-13-3C-13-19 13-19 13-3C13 14 6 26 0 28C-6 26-13 14-13-3z|${eyes('y', -6)}|hM-6 7L-4 15L-1 7zM6 7L4 15L1 7z`,
  guard: [shoulders('c'), head(), eyes(), helm(), SHIELD, SWORD].join('|'),
  dog: dog('f', FLOPPY, 'k'),
  slinger: [shoulders('w'), head(), hair('d'), 'rM-17-20Q0-26 17-20V-14Q0-20-17-14z', eyes(), SLING].join('|'),
  myconid: `bM-19 0Q-21 38-27 46H27Q21 38 19 0z|rM-45-2C-45-34-20-45 0-45S45-34 45-2Q0 14-45-2z|hM-30-16a7 6 0 1 0 14 0a7 6 0 1 0-14 0zM-6-32a7 6 0 1 0 14 0a7 6 0 1 0-14 0zM16-15a7 6 0 1 0 14 0a7 6 0 1 0-14 0z|${eyes('k', 20)}|xM-8 33Q0 28 8 33`,
  puffball: `tM-38 9a38 36 0 1 0 76 0a38 36 0 1 0-76 0z|dM-11-26a11 5 0 1 0 22 0a11 5 0 1 0-22 0z|oM-28 4a5 4 0 1 0 10 0a5 4 0 1 0-10 0zM16 2a6 5 0 1 0 12 0a6 5 0 1 0-12 0zM-18 30a4 3 0 1 0 8 0a4 3 0 1 0-8 0z|xM-14 12Q-9 7-4 12M4 12Q9 7 14 12M-6 24Q0 28 6 24M-8-34Q-14-40-8-46M6-34Q12-40 6-46`,
  hound: dog('d', pointed('d'), 'y'),
  'kennel-master': [shoulders('d'), head(), hair('f'), beard('f'), eyes(), 'WM24 24Q46 14 42-8Q38-24 46-38'].join('|'),
  armor: [shoulders('g'), GREAT_HELM, 'rM-11-13H-4V-9H-11zM4-13H11V-9H4z', PLUME].join('|'),
  warden: [shoulders('g'), SKULL, helm('d'), SWORD].join('|'),
  bowman: [shoulders('d'), SKULL, hood('d'), BOW].join('|'),
  witch: [shoulders('p'), longHair('d'), head('n'), eyes('y'), 'nM-2-4L5 4L-1 5z', hat('p'), STAFF].join('|'),
  mirror: `yM-29 0a29 44 0 1 0 58 0a29 44 0 1 0-58 0z|uM-22 0a22 37 0 1 0 44 0a22 37 0 1 0-44 0z|hM-14-16L-2-30L2-26L-14-6z|${eyes('h', 2)}|xM-8 19Q0 13 8 19M10-34L5-16L14-6L8 6`,
  'stone-brother': 'gM-32 46L-38 6L-26-29L-4-42L23-35L38-8L34 46z|xM-26-29L-11-12L-38 6M23-35L13-17L38-8M-11-12L13-17M-22 46L-14 28M24 46L18 30|kM-18-3H-6V3H-18zM6-3H18V3H6z|xM-13 18H12L17 24',
  digger: `dM-36-6C-36-34-16-44 0-44S36-34 36-6C36 20 18 30 0 34C-18 30-36 20-36-6z|${eyes('o', -18)}|iM0 2l5 8 9-2-4 8 8 6-10 1-1 10-7-7-7 7-1-10-10-1 8-6-4-8 9 2z|bM-48 46L-45 14L-38 34L-33 16L-28 36L-22 22L-19 46zM48 46L45 14L38 34L33 16L28 36L22 22L19 46z`,
  larva: 'tM-47 24a16 16 0 1 0 32 0a16 16 0 1 0-32 0z|tM-30 15a19 19 0 1 0 38 0a19 19 0 1 0-38 0z|tM-9-2a23 23 0 1 0 46 0a23 23 0 1 0-46 0z|wM4 18L0 34L14 24zM24 18L28 34L15 24z|kM4-6a3.500 4 0 1 0 7 0a3.500 4 0 1 0-7 0zM18-6a3.500 4 0 1 0 7 0a3.500 4 0 1 0-7 0z',
  dummy: 'WM0-6V47|WM-36 8H36|rM-22 2H22L15 36H-15z|tM-17-20a17 18 0 1 0 34 0a17 18 0 1 0-34 0z|yM-36 2L-46-4L-44 8L-47 18L-36 13zM36 2L46-4L44 8L47 18L36 13z|xM-11-26L-4-19M-4-26L-11-19M4-26L11-19M11-26L4-19M-7-10H7M-9 11H9M-6 22H6',

  // the quests
  Mara: [shoulders('r'), longHair('r'), head(), eyes(), SWORD].join('|'),
  Pim: [shoulders('n'), head(), hair('t'), eyes(), 'nM-20-18C-18-36 10-40 22-30L32-20L19-18Q0-24-20-18z', BOW].join('|'),
  Brom: [shoulders('g'), head(), beard('w'), eyes(), helm(), AXE].join('|'),
  Runa: [shoulders('p'), longHair('h'), head(), eyes(), STAFF].join('|'),
  Ansa: [shoulders('n'), longHair('t'), head(), eyes(), BOW].join('|'),
  Eskil: [shoulders('u'), head(), hair('o'), eyes(), SHIELD, SWORD].join('|'),
  Osric: [shoulders('g'), GREAT_HELM, PLUME, SHIELD, SWORD].join('|'),
  wolf: dog('g', pointed('g'), 'y'),
  'rat-king': `${RAT}|yM-17-24L-22-46L-9-36L0-49L9-36L22-46L17-24Q0-30-17-24z`,
  orc: [shoulders('w'), head('n'), 'nM-16-10L-30-18L-18-1zM16-10L30-18L18-1z', eyes('y'), TUSKS, AXE].join('|'),
  ogre: [shoulders('f'), 'sM-22-8a22 24 0 1 0 44 0a22 24 0 1 0-44 0z', eyes(), TUSKS, 'xM-14-18L-3-14M14-18L3-14', 'wM30 34L36-24Q46-32 48-18L38 36z'].join('|'),
  mummy: [shoulders('b'), head('b'), 'kM-11-11H11V-4H-11z', eyes('y', -7.5), 'xM-14-18L12-22M-16-14L14-14M-15 0L15-3M-12 6L12 3M-30 28L26 20M-34 38L34 32'].join('|'),
  bandit: [shoulders('d'), head(), 'rM-16-3H16V6Q0 18-16 6z', hood('d'), eyes(), DAGGER].join('|'),
  captain: [shoulders('r'), head(), beard('d'), eyes(), 'kM-30-18Q-24-40 0-38Q24-40 30-18Q0-28-30-18z|yM-30-18Q0-30 30-18V-14Q0-26-30-14z', SWORD].join('|'),

  // units of the skirmish
  scout: [shoulders('c'), head(), hood('n'), eyes(), 'wM18-2L40-16L44-9L22 5z|gM38-18L45-21L50-12L43-8z'].join('|'),
  archer: [shoulders('c'), head(), hood('c'), eyes(), BOW].join('|'),
  mortar: 'wM-40 40H40V47H-40z|gM-24 36L4-40L31-27L8 42z|dM1-43L35-28L32-21L-2-36z|cM-13 7L18 21L14 30L-17 16z|wM-30 30a14 14 0 1 0 28 0a14 14 0 1 0-28 0z|yM-20 30a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  flamer: [shoulders('c'), head('d'), hood('d'), 'yM-12-12a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM2-12a5 5 0 1 0 10 0a5 5 0 1 0-10 0z', 'gM-7 0H7V10H-7z', 'dM28 10L36-2L42 2L34 14z|oM36-4Q28-20 38-40Q40-30 46-28Q52-14 42 0z|yM39-6Q36-16 41-24Q46-14 42-4z'].join('|'),

  // for names without a drawing
  shade: [shoulders('d'), head('k'), hood('d'), eyes('r', -6)].join('|'),
}

const HEROES = ['paladin', 'ranger', 'wizard', 'barbarian', 'adventurer']

/** The name of a drawing: "rat 2" is a rat. An unknown hero always gets the same one of the five classes. */
export function drawingOf(name: string, side: string): string {
  const kind = name.replace(/ \d+$/, '').replaceAll(' ', '-')
  if (kind in DRAWINGS) return kind
  if (side !== 'hero' && side !== 'ally') return 'shade'
  const sum = [...kind].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return HEROES[sum % HEROES.length] as string
}

export interface Shape {
  d: string
  fill: string
  stroke: string
  width: number
}

const drawn = new Map<string, readonly Shape[]>()

export function shapesOf(drawing: string): readonly Shape[] {
  const known = drawn.get(drawing)
  if (known) return known
  const shapes = (DRAWINGS[drawing] ?? '').split('|').map(shape)
  drawn.set(drawing, shapes)
  return shapes
}

function shape(text: string): Shape {
  const letter = text.charAt(0)
  const d = text.slice(1)
  if (letter === 'x') return { d, fill: 'none', stroke: INK, width: 2 }
  const color = COLORS[letter.toLowerCase()] ?? INK
  if (letter !== letter.toLowerCase()) return { d, fill: 'none', stroke: color, width: 5 }
  return { d, fill: color, stroke: INK, width: 2 }
}

export const DRAWN: readonly string[] = Object.keys(DRAWINGS)
