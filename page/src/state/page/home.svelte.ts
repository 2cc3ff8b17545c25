/** The first page: what do you want to do? Shown to users who started the table without choosing. */
class Home {
  open = $state(false)
}

export const home = new Home()
