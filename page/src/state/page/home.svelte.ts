/** The start menu, shown to users who started the table without choosing. */
class Home {
  open = $state(false)
}

export const home = new Home()
