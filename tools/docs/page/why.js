// The page "why is my view refused": asks answer.wasm and draws what it says, as the picture.js of reports does.
const id = (name) => document.getElementById(name);
const FIELDS = ["sizes", "strides", "offset", "view"];
const RULES = JSON.parse(id("rules").textContent);  // {rule: its page}

const scroll = (name, ...what) => el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": name}, ...what);

// A text with each rule as a link.
const linked = (text) => text.split(/\b([A-Za-z_]\w*(?:\.[a-z]+)*\.[deriu]\d+)\b/).map((part, k) =>
  (k % 2 && RULES[part] ? el("a", {href: `${RULES[part]}.html#${part}`}, part) : part));

// The part before the colon is code.
const repair = (text) => {
  const [code, ...rest] = text.split(": ");
  return el("li", {}, el("code", {}, code), ": " + rest.join(": "));
};

const titleOf = (tensor) => (tensor.name === "base" ? "base" : tensor.name + ": " + tensor.call);

function chain(rows) {
  const heads = ["", "what ran", "sizes", "strides", "offset", "contiguous", "storage"];
  return scroll("the chain", el("table", {}, el("thead", {}, el("tr", {}, heads.map((head) => el(head ? "th" : "td", {scope: head ? "col" : null}, head)))),
    el("tbody", {}, rows.map(([name, call, ...rest]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {class: "code"}, call),
      rest[5] ? el("td", {colspan: "5"}, linked(rest[5])) : rest.slice(0, 5).map((text) => el("td", {class: "code"}, text)))))));
}

const storages = (strips) => strips.map((one) => [el("h2", {}, `Storage ${one.name}: ${one.about}`),
  scroll("storage " + one.name, one.rows.map((row) => el("div", {class: "row"}, el("span", {class: "quiet"}, row.name), strip(row),
    row.outside ? el("p", {class: "is-new"}, "✗ It reaches outside of its storage.") : null)))]);

function draw(told) {
  const paragraphs = (lines) => lines.map((line) => el("p", {}, linked(line)));
  const {reason} = told;
  const refused = told.rows.length > 0 && told.rows[told.rows.length - 1][7].startsWith("refused");
  const parts = [el("div", {class: "verdict " + (refused ? "red" : reason ? "open" : "green")},
    reason ? [el("p", {}, el("b", {}, linked(reason.title))), paragraphs(reason.lines)] : [], paragraphs(told.verdict)), paragraphs(told.about)];
  if (reason) parts.push((reason.series || []).map((series) => [el("p", {}, series.name + ":"), walkOf({walk: [{first: 0, cells: series.cells}], place: series.place})]));
  if (reason && reason.repairs.length) parts.push(el("h2", {}, reason.heading), reason.x ? el("p", {class: "code"}, reason.x) : null, el("ul", {}, reason.repairs.map(repair)));
  if (told.rows.length > 1) parts.push(el("h2", {}, "The chain"), chain(told.rows));
  if (told.tensors.length) {
    parts.push(el("h2", {}, "Each tensor, with the cell of each element"), el("div", {class: "tensors"}, told.tensors.map((tensor) =>
      el("div", {}, el("h3", {}, titleOf(tensor)), tensor.planes ? scroll("the cell of each element of " + titleOf(tensor), grids(tensor)) : el("p", {class: "quiet"}, tensor.remark)))),
    told.skipped ? el("p", {class: "quiet"}, told.skipped) : null, told.lesson.map((line) => el("p", {}, line)));
  }
  parts.push(storages(told.strips), storages(told.writes));
  const walked = told.tensors.filter((tensor) => tensor.walk && tensor.walk.length && !isTrivial(tensor));
  if (walked.length) parts.push(el("h2", {}, "The walk from element to element, the last index fastest"), walked.map((tensor) => [el("h3", {}, titleOf(tensor)), walkOf(tensor)]));
  if (reason && reason.merge.length) parts.push(el("h2", {}, "How far a view can go"), paragraphs(reason.merge));
  parts.push(paragraphs([...told.sharing, ...told.notes]));
  return parts;
}

async function start() {
  const packed = Uint8Array.from(atob(id("wasm").textContent), (c) => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const asker = new Asker(await WebAssembly.compile(bytes));
  let asked = 0;
  const answer = async () => {
    const number = ++asked, code = id("code").value.trim();
    const {text, fault} = await asker.ask(!code, code || FIELDS.map((name) => id(name).value).join(";"));
    if (number !== asked) return;  // Another question came after it.
    const parts = fault === undefined ? draw(JSON.parse(text)) : [el("div", {class: "verdict red"}, el("p", {}, fault || "It is too large to be answered here."))];
    id("answer").replaceChildren(...parts.flat(4).filter(Boolean));
  };
  const fromAddress = () => {
    const words = decodeURIComponent(location.hash.slice(1));
    const values = words.split(";");
    if (words.startsWith("code=")) id("code").value = words.slice(5);
    else if (values.length === FIELDS.length) FIELDS.forEach((name, k) => { id(name).value = values[k]; });
    if (!words.startsWith("code=")) id("code").value = "";
    answer();
  };
  id("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const code = id("code").value.trim();
    history.replaceState(null, "", "#" + (code ? "code=" + encodeURIComponent(code) : FIELDS.map((name) => id(name).value.replace(/\s/g, "")).join(";")));
    answer();
  });
  id("form").addEventListener("input", (event) => {
    if (event.target.id !== "code") id("code").value = "";  // The last edit is asked.
    answer();
  });
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
}

if (id("wasm").textContent.trim()) start();
else id("answer").replaceChildren(el("p", {class: "verdict open"},
  "This book was written without the reference in WebAssembly: type nothing here, and ask `viewproof explain` instead."));
