/** The words that links of version 1 begin with: playground/make_dictionary.py. */
export const DICTIONARY_1 =
  "figure: \"\" at ,size 2x2 see-through blocks side \"heroes\" \"enemies\" \"friends\"\n" +
  "free door locked: free door closed: free wall: \n" +
  "terrain water: terrain woods: terrain heavy-woods: terrain light-woods: terrain low: edge door secret: edge gate closed: edge door closed: edge wall: height 2: height 1: cover 0.5: cover 1: ambient: dark light 4 8: : \"skeleton\" enemy\n" +
  ": \"orc\" enemy\n" +
  ": \"troll\" enemy\n" +
  ": \"goblin 2\" enemy\n" +
  ": \"goblin\" enemy\n" +
  ": \"wizard\" ally\n" +
  ": \"Bruno\" hero\n" +
  ": \"Mira\" hero\n" +
  ": \"throne\" throne\n" +
  ": \"tomb\" table\n" +
  ": \"fireplace\" fireplace\n" +
  ": \"weapon rack\" weapon rack\n" +
  ": \"cupboard\" cupboard\n" +
  ": \"chest\" chest\n" +
  ": \"table\" table\n" +
  ": \"bookcase\" bookcase\n" +
  "hex flat outside=open first=0,-10\n" +
  "hex pointy outside=solid first=-5,0\n" +
  "\"rule\":{\"rule\":\"center\",\"ties\":\"adjudicated\",\"large\":\"middle\"}\"rule\":{\"rule\":\"corner\",\"ties\":\"permissive\",\"closed_ends\":true}\"rule\":{\"rule\":\"hexray\",\"ties\":\"nearest\",\"ties\":\"strict\",\"ties\":\"corners-pass\"\"rule\":\"imperial-assault\"\"rule\":\"gloomhaven\"\"rule\":\"pathfinder2e\"\"rule\":\"dnd5e\"\"rule\":\"hex\"\"rule\":\"one-card-dungeon\"{\"from\":[,\"to\":\"\",\"rule\":\"quest\",\"show\":\"field\",\"says\":\"ambiguous\",\"says\":\"hidden\",\"says\":\"visible\",\"cover\":\"half\",\"line\":[]}\n" +
  "...###....##...#....#..........\n" +
  "...............#...............#\n" +
  "||c||||\n" +
  "     |||||||||||c|||||\n" +
  "|||||c||||||  |||c||||||\n" +
  "||||||||||||||||||||||||||||||\n" +
  "+20x20\n" +
  "..............................\n"

export const MAX_CHARACTERS = 8000
export const MAX_TEXT = 120000
