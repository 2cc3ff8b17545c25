/** The page's icons: strokes in a box of 24 by 24, in the color of the surrounding text. */

export interface Drawing {
  /** Outlines, stroked. */
  line?: string
  /** Shapes, filled. */
  fill?: string
}

export const ICONS = {
  // tools
  point: { line: 'M5 3.5l5.2 15.5 2.4-6.4 6.4-2.4z' },
  rock: { line: 'M4 4h16v16H4z', fill: 'M4 4h16v16H4z' },
  erase: { line: 'M9 20l-5.3-5.3a1.6 1.6 0 0 1 0-2.3l8.7-8.7a1.6 1.6 0 0 1 2.3 0l5.6 5.6a1.6 1.6 0 0 1 0 2.3L12 20zM7.5 8.6l7.9 7.9M9 20h11' },
  wall: { line: 'M12 3v18M4 7h3.5M4 12h3.5M4 17h3.5M16.5 7H20M16.5 12H20M16.5 17H20', fill: 'M10.6 3h2.8v18h-2.8z' },
  door: { line: 'M6 21V4.5A1.5 1.5 0 0 1 7.5 3h9A1.5 1.5 0 0 1 18 4.5V21M3.5 21h17', fill: 'M14.8 11.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6' },
  gate: { line: 'M4 21V9a8 6 0 0 1 16 0v12M8 21V4.6M12 21V3M16 21V4.6M4 10h16M4 15.5h16' },
  freewall: { line: 'M6.8 17.2L17.2 6.8', fill: 'M5 16.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM19 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5' },
  figure: { line: 'M12 3a3.6 3.6 0 0 1 2.3 6.4C15.3 12.6 16 14.5 17 17H7c1-2.5 1.7-4.4 2.7-7.6A3.6 3.6 0 0 1 12 3zM5.5 21h13M7 17v4M17 17v4' },
  furniture: { line: 'M3 9h18M5 9v11M19 9v11M5 13.5h14M9 9V5h6v4' },
  height: { line: 'M2.5 19.5L9 7l4 7 2.5-4 6 9.5zM7.3 10.3l1.7 1.7 1.5-2.3' },
  floor: { line: 'M12 3l9 4.500-9 4.500-9-4.500zM3 12l9 4.500 9-4.500M3 16.500l9 4.500 9-4.500' },
  stairs: { line: 'M3 20h4.500v-5H12v-5h4.500V5H21' },
  fog: { line: 'M7 13.5a4 4 0 0 1 .5-8 5 5 0 0 1 9.5 1.2 3.5 3.5 0 0 1 .5 6.8zM4 17h12M8 20.5h12' },
  terrain: { line: 'M12 3l-6 8h3l-4.5 6h15L15 11h3zM12 17v4.5' },
  lamp: { line: 'M9 17.5h6M10 20.5h4M12 3a6 6 0 0 0-3.2 11c.7.5 1 1.2 1 2v1.500h4.400v-1.500c0-.8.3-1.500 1-2A6 6 0 0 0 12 3z' },
  measure: { line: 'M3.5 16.5l13-13 4 4-13 13zM7 13l2 2M10 10l2.5 2.5M13 7l2 2' },
  // sides
  hero: { line: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16', fill: 'M12 7.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6' },
  ally: { fill: 'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4' },
  enemy: { fill: 'M12 2l2.4 4.2L19 5l-1.2 4.6L22 12l-4.2 2.4L19 19l-4.6-1.2L12 22l-2.4-4.2L5 19l1.2-4.6L2 12l4.2-2.4L5 5l4.6 1.2z' },
  neutral: { fill: 'M3 12l4.5-8h9l4.5 8-4.5 8h-9z' },
  thing: { fill: 'M4 8h16v8H4z' },
  // verdicts
  visible: { line: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6' },
  hidden: { line: 'M4 4l16 16M9.9 5.8A9.5 9.5 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.6-1.2M10 10a3 3 0 0 0 4.2 4.2' },
  ambiguous: { line: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.3 9.5a2.8 2.8 0 0 1 5.5.6c0 1.9-2.8 2.3-2.8 4', fill: 'M12 16a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4' },
  // marks
  check: { line: 'M4.5 12.5l5 5 10-11' },
  cross: { line: 'M6 6l12 12M18 6L6 18' },
  plus: { line: 'M12 5v14M5 12h14' },
  minus: { line: 'M5 12h14' },
  facing: { line: 'M12 20V5M6 11l6-6.5 6 6.5' },
  chevron: { line: 'M9 5.5l6.5 6.5L9 18.5' },
  warning: { line: 'M12 3.5l9.5 17h-19zM12 10v5', fill: 'M12 16.4a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2' },
  shield: { line: 'M12 3l7.5 2.8v5.4c0 4.6-3 7.9-7.5 9.8-4.5-1.9-7.5-5.2-7.5-9.8V5.8z' },
  lock: { line: 'M6 11h12v9.5H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11' },
  // actions
  undo: { line: 'M8.5 4.5L3.5 9.5l5 5M3.5 9.5H14a6 6 0 0 1 0 12h-3.5' },
  redo: { line: 'M15.5 4.5l5 5-5 5M20.5 9.5H10a6 6 0 0 0 0 12h3.5' },
  trash: { line: 'M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6' },
  pencil: { line: 'M4 20l1-4.5L16.5 4a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19zM14.5 6l3.5 3.5' },
  copy: { line: 'M9 9h11v11H9zM15 9V4H4v11h5' },
  link: { line: 'M10 14a4.5 4.5 0 0 0 6.5.3l3-3A4.5 4.5 0 0 0 13 5l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3A4.5 4.5 0 0 0 11 19l1.5-1.5' },
  out: { line: 'M10 4H4.5v16H10M15 7.5l4.5 4.5-4.5 4.5M19.5 12H9' },
  download: { line: 'M12 3.5v11.5M7 10.5l5 5 5-5M4 20.5h16' },
  upload: { line: 'M12 16V4M7 8.5l5-5 5 5M4 20.5h16' },
  target: { line: 'M12 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4' },
  fit: { line: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5' },
  swap: { line: 'M7 4v16M3.5 16.5L7 20l3.5-3.5M17 20V4M13.5 7.5L17 4l3.5 3.5' },
  sun: { line: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4' },
  moon: { line: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z' },
  auto: { line: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17', fill: 'M12 3.5a8.5 8.5 0 0 1 0 17z' },
  sound: { line: 'M4 9.5h4l5-4.5v14l-5-4.5H4zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11' },
  muted: { line: 'M4 9.5h4l5-4.5v14l-5-4.5H4zM16.5 9.5l5 5M21.5 9.5l-5 5' },
  more: { fill: 'M5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM12 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM19 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2' },
  // sections
  turns: { line: 'M4.5 12a7.5 7.5 0 0 1 13-5.2L20 9M20 4v5h-5M19.5 12a7.5 7.5 0 0 1-13 5.2L4 15M4 20v-5h5' },
  dice: { line: 'M4.5 4.5h15v15h-15z', fill: 'M8.5 7.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM12 10.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM15.5 14.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6' },
  notes: { line: 'M5 3.5h14v12l-5 5H5zM19 15.5h-5v5M8.5 8h7M8.5 12h4' },
  calls: { line: 'M12 3v18M5 7h14M5 7l-2.5 6.5h5zM19 7l-2.5 6.5h5zM8 21h8' },
  figures: { line: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2.5 19.5c.5-4 2.5-6 5.5-6s5 2 5.5 6zM15.5 5.5a2.8 2.8 0 0 1 0 5.2M16 13.6c3 .2 5 2.2 5.5 5.9' },
  players: { line: 'M3.5 5.5h17v11h-9l-4.5 4v-4H3.5zM8 9.5h8M8 12.5h5' },
  maps: { line: 'M3 6l6-2.5 6 2.5 6-2.5V18l-6 2.5L9 18l-6 2.5zM9 3.5V18M15 6v14.5' },
  rule: { line: 'M5 3.5h11L20 8v12.5H5zM9 9h5M9 13h7M9 17h7' },
  who: { line: 'M3.5 3.5h17v17h-17zM3.5 9.2h17M3.5 14.8h17M9.2 3.5v17M14.8 3.5v17' },
  export: { line: 'M12 3.5v11.5M7 10.5l5 5 5-5M4 20.5h16' },
  log: { line: 'M8.5 6H20M8.5 12H20M8.5 18H20', fill: 'M4.5 4.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM4.5 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM4.5 16.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4' },
} satisfies Record<string, Drawing>

export type IconName = keyof typeof ICONS

/** The icon of a side; anything unknown is neutral. */
export function sideIcon(side: string, furniture = false): IconName {
  if (furniture) return 'thing'
  return side === 'hero' || side === 'ally' || side === 'enemy' ? side : 'neutral'
}
