// The links of every page: unfolded where there is room, else behind a button. Without a script they are unfolded.

const menu = document.querySelector(".menu");
const wide = matchMedia("(min-width: 48rem)"); // as in the stylesheet

function unfold() {
  if (menu) menu.open = wide.matches;
}

wide.addEventListener("change", unfold);
unfold();
