// Drawn examples are pictures with a link to the playground. With scripts enabled, each also has a
// button that replaces the picture with a live board, whose engine is loaded only then.
;(function () {
  function enliven(link) {
    if (link.dataset.live) return
    link.dataset.live = "1"
    var button = document.createElement("button")
    button.type = "button"
    button.className = "live-button md-button"
    button.textContent = "Move things"
    button.setAttribute("aria-label", "Move things: make this picture a live board")
    button.addEventListener("click", function () {
      var picture = link.querySelector("img")
      var frame = document.createElement("iframe")
      var way = link.getAttribute("href").split("#")
      frame.src = way[0] + "?embed#" + way[1]
      frame.className = "live-frame"
      frame.title = "A live board: " + ((picture && picture.alt) || "move things, and see who sees whom")
      frame.style.height = Math.max(360, Math.min(560, picture ? picture.height + 130 : 420)) + "px"
      // A narrow table cell would squeeze it, so it goes below the table.
      var narrow = link.parentNode.clientWidth < 300
      var table = narrow && link.closest(".md-typeset__scrollwrap, table, .side-by-side")
      if (table) table.after(frame)
      else link.replaceWith(frame)
      button.remove()
      frame.scrollIntoView({ block: "nearest" })
      frame.focus()
    })
    link.after(button)
  }
  function all() {
    document.querySelectorAll("a.live-board").forEach(enliven)
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", all)
  else all()
})()
