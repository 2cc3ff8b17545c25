/** The first page: what do you want to do? Shown to whoever started the table without saying it. */
class Home {
  open = $state(false)
}

export const home = new Home()
