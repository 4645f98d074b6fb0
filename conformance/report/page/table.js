// Tables of a page without data of its own: a head sorts its table by its column.
const numberIn = (cell) => {
  const found = /-?\d[\d,]*(\.\d+)?/.exec(cell);
  return found ? Number(found[0].replace(/,/g, "")) : -Infinity;
};

function sortBy(head) {
  const up = head.getAttribute("aria-sort") === "descending";
  for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  const text = (row) => row.children[head.cellIndex].textContent;
  const isNumber = [...body.rows].some((row) => /^\d/.test(text(row)));
  const order = isNumber ? (a, b) => numberIn(text(a)) - numberIn(text(b)) : (a, b) => (text(a) < text(b) ? -1 : 1);
  body.append(...[...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))));
}

for (const head of document.querySelectorAll("thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sorts";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sortBy(head));
  head.append(button);
}
