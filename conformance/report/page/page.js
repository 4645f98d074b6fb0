// The page of one report: what it shows follows from the data and the URL's fragment alone.
const $ = (id) => document.getElementById(id);
const KEYS = ["q", "standing", "group", "op", "vectors", "facet", "condition", "case"];
const MARK = {new: "\u2717", known: "\u2248", "not demanded": "\u25cb"};
const PAGE = 200;
let data = null;
let state = {};
let matches = [];
let drawn = PAGE;

const grouped = (n) => n.toLocaleString("en-US");
const nameOf = (failure) => failure.record.id + " (" + failure.record.dtype + ")";
const plural = (n, noun) => grouped(n) + " " + noun + (n === 1 ? "" : "s");

async function unpack() {
  const text = atob($("data").textContent);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function readFragment() {
  const words = new URLSearchParams(location.hash.slice(1));
  state = {};
  for (const key of KEYS) if (words.get(key)) state[key] = words.get(key);
}

function go(changes) {
  const next = Object.assign({}, state, changes);
  const words = new URLSearchParams();
  for (const key of KEYS) if (next[key]) words.set(key, next[key]);
  const text = "#" + words;
  if (text === location.hash || (text === "#" && !location.hash)) return;
  history.replaceState(null, "", text);
  drawn = "case" in changes && Object.keys(changes).length === 1 ? drawn : PAGE;
  readFragment();
  draw();
}

// Why the gate file lists the failure; nothing if the report does not tell.
const reasonOf = (failure) => failure.standing === "known" && data.known_reasons.find((known) => known.entry === failure.record.entry) || null;
const reasonText = (known) => [known.reason, known.link && " ", known.link && (/^https?:/.test(known.link) ? el("a", {href: known.link}, known.link) : known.link)];

// Returns what a search looks at; it is made when one is asked for.
const haystackOf = (failure) => (failure.haystack ||= [nameOf(failure), failure.case, failure.why, sentence(failure), failure.record.message,
  failure.record.op, failure.stderr, reasonOf(failure)?.reason, reasonOf(failure)?.link, ...(failure.rules || [])].join(" ").toLowerCase());

const isIn = (failure, key, value) => {
  const record = failure.record;
  switch (key) {
    case "standing": return failure.standing === value;
    case "group": return failure.standing + " " + failure.group === value;
    case "op": return failure.op === value;
    case "vectors": return record.id.split("/")[0] === value;
    case "facet": return record.verdict === value || (record.diffs || []).some((d) => d.facet === value);
    case "condition": return record.dtype === value || failure.conditions.includes(value);
    case "q": return value.toLowerCase().split(/\s+/).every((word) => haystackOf(failure).includes(word));
    default: return true;
  }
};

function find() {
  matches = data.failures.filter((failure) => KEYS.every((key) => !state[key] || isIn(failure, key, state[key])));
}

const copyButton = (text, what) => el("button", {class: "copy", type: "button", "aria-label": "copy " + what, onclick: async (event) => {
  const button = event.currentTarget;
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", {}, text);
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
  }
  button.textContent = done ? "copied" : "not copied";
}}, "copy");

const codeBlock = (lines, at, what) => el("div", {}, el("pre", {tabindex: "0", "aria-label": what}, lines.map((line, k) =>
  el("span", {class: k === at ? "here" : null}, (k === at ? "\u25b6 " : "  ") + line + "\n"))), copyButton(lines.join("\n"), what));

function groupRows(groups, standing) {
  return el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": standing + " failures by cause"}, el("table", {}, el("thead", {}, el("tr", {},
    ["#", "gravity", "cases", "what they share"].map((head) => el("th", {scope: "col", class: head === "cases" ? "n" : null}, head)))),
    el("tbody", {}, groups.map((group) => el("tr", {}, el("td", {class: "n"}, String(group.number)), el("td", {}, group.gravity),
      el("td", {class: "n"}, grouped(group.count)),
      el("td", {}, el("a", {href: "#", onclick: (event) => {
        event.preventDefault();
        go({standing, group: standing + " " + group.number, op: "", vectors: "", facet: "", condition: "", q: "", case: ""});
        $("failures").scrollIntoView();
      }}, group.cause), group.hint ? el("span", {class: "quiet"}, " \u2013 " + group.hint) : null,
      [...new Set(data.failures.filter((failure) => standing === "known" && failure.group === group.number).map(reasonOf))].filter(Boolean).map((known) =>
        el("div", {class: "quiet"}, reasonText(known)))))))));
}

function drawFirst() {
  const fresh = data.groups;
  const gravities = new Map();
  for (const group of fresh) gravities.set(group.gravity, (gravities.get(group.gravity) || 0) + group.count);
  const shownFirst = (groups, standing, most) => groups.length <= most ? groupRows(groups, standing) :
    [groupRows(groups.slice(0, most), standing), el("details", {}, el("summary", {}, "and " + (groups.length - most) + " more"), groupRows(groups.slice(most), standing))];
  $("new").replaceChildren(el("h2", {}, "What is new: " + (fresh.length ? plural(data.counts.new, "failure") + ", " + plural(fresh.length, "cause") : "nothing")),
    ...[fresh.length ? el("p", {}, "By gravity: ", [...gravities].map(([name, count]) => name + " " + grouped(count)).join(", ") + ".") : null].filter(Boolean),
    ...[fresh.length ? shownFirst(fresh, "new", 8) : el("p", {}, "No case fails that the gate file does not know.")].flat(),
    ...(data.known_groups.length ? [el("h2", {}, "Known: " + plural(data.counts.known, "failure") + ", " + plural(data.known_groups.length, "cause")),
      ...[shownFirst(data.known_groups, "known", fresh.length ? 3 : 6)].flat()] : []));
  const cause = [el("h2", {}, "What is the cause")];
  const largest = fresh.reduce((a, b) => (a && a.count >= b.count ? a : b), null);
  if (data.diagnosis.length) cause.push(el("ul", {}, data.diagnosis.map((sentence) => el("li", {}, sentence))));
  if (largest) {
    cause.push(el("p", {}, el("b", {}, grouped(largest.count) + " of " + plural(data.counts.new, "new failure")), " share one cause, #" + largest.number + ": " + largest.cause +
      (largest.hint ? " \u2013 " + largest.hint : "") + (largest.across ? ". Ops: " + largest.ops : "") + "."));
    const worst = fresh[0];
    cause.push(el("p", {}, "The gravest, #1: " + worst.gravity + ", " + worst.cause + (worst.adapters ? " (likely the adapter's fault)" : "") + ". ",
      el("a", {href: "#", onclick: (event) => {
        event.preventDefault();
        go({standing: "new", group: "new 1", case: worst.smallest});
        openCase();
      }}, "Its smallest case"), "."));
  } else if (!data.diagnosis.length) {
    cause.push(el("p", {}, data.headline.green ? "Nothing needs one." : "No failure is new: read the line above."));
  }
  $("cause").replaceChildren(...cause);
}

// Says what a cell of a matrix says, in signs and in words.
function cellButton(op, column, cell, changes) {
  if (!cell) return el("td", {});
  const [executed, fresh, known, others] = cell;
  const kind = fresh ? "new" : known ? "known" : others ? "not demanded" : "passed";
  const words = op + ", " + column + ": " + (kind === "passed" ? "all pass" : [fresh && fresh + " new", known && known + " known", others && others + " not demanded"]
    .filter(Boolean).join(", ")) + ", of " + executed;
  const count = fresh || known || others;
  if (kind === "passed") return el("td", {class: "is-passed"}, el("span", {title: words, role: "img", "aria-label": words}, "\u2713"));
  return el("td", {class: "is-" + kind.replace(" ", "-")}, el("button", {type: "button", title: words, "aria-label": words, onclick: () => {
    go(Object.assign({standing: kind, group: "", vectors: "", q: "", facet: "", condition: "", case: ""}, changes));
    $("failures").scrollIntoView();
  }}, MARK[kind] + grouped(count)));
}

// The new failures in the vectors of an op, whichever op is at fault.
function vectorsButton(op, count) {
  return el("td", {class: "n"}, count ? el("button", {type: "button", title: "new failures in the vectors of " + op, onclick: () => {
    go({standing: "new", vectors: op, op: "", group: "", q: "", facet: "", condition: "", case: ""});
    $("failures").scrollIntoView();
  }}, grouped(count)) : "");
}

const fails = (cell) => Boolean(cell && (cell[1] || cell[2]));
const COLUMNS = {
  facet: () => ["crash", "timeout", "protocol_error", ...data.all_facets].filter((f) => Object.values(data.ops).some((op) => op.facets[f])),
  rank: () => conditions((name) => name.startsWith("rank "), (name) => Number(name.slice(5))),
  dtype: () => conditions((name) => !name.startsWith("rank ") && !name.includes("element"), (name) => data.dtypes.indexOf(name)),
  size: () => conditions((name) => name.includes("element"), (name) => parseInt(name.replace("over ", ""), 10) + (name.startsWith("over") ? 1 : 0)),
};
function conditions(isOf, order) {
  const names = new Set(Object.values(data.ops).flatMap((op) => Object.keys(op.conditions)).filter(isOf));
  return [...names].sort((a, b) => order(a) - order(b));
}

// "everywhere it ran", "from rank 3", "rank 1, rank 3 to rank 5": where the failures lie.
function begins(cells, columns) {
  const ran = columns.filter((column) => cells[column]);
  const bad = ran.map((column) => fails(cells[column]));
  if (!bad.includes(true)) return "";
  if (!bad.includes(false)) return "everywhere it ran";
  const stretches = [];
  for (let k = 0; k < ran.length; ++k) {
    if (!bad[k]) continue;
    const first = k;
    while (bad[k + 1]) ++k;
    stretches.push(k === first ? ran[k] : !stretches.length && k === ran.length - 1 ? "from " + ran[first] : ran[first] + " to " + ran[k]);
  }
  return (stretches.length === 1 && !stretches[0].includes(" to ") && !stretches[0].startsWith("from ") ? "only " : "") + stretches.join(", ");
}

function drawMatrix(kind) {
  const columns = COLUMNS[kind]();
  const cellsOf = (op) => (kind === "facet" ? op.facets : op.conditions);
  const names = Object.keys(data.ops).filter((name) => fails(data.ops[name].cell)).sort((a, b) =>
    data.ops[b].cell[1] - data.ops[a].cell[1] || data.ops[b].cell[2] - data.ops[a].cell[2] || (a < b ? -1 : 1));
  const others = Object.keys(data.ops).filter((name) => !names.includes(name));
  const ordered = kind === "rank" || kind === "size";
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "op at fault"), columns.map((column) => el("th", {scope: "col", class: "n"}, column.replace(" elements", ""))),
    el("th", {scope: "col", class: "n", title: "New failures of any op in the vectors of this one"}, "in its vectors"), ordered ? el("th", {scope: "col"}, "where it fails") : null)),
    el("tbody", {}, names.map((name) => el("tr", {}, el("th", {scope: "row"}, name), columns.map((column) =>
      cellButton(name, column, cellsOf(data.ops[name])[column], {op: name, [kind === "facet" ? "facet" : "condition"]: column})),
    vectorsButton(name, data.ops[name].in_its_vectors), ordered ? el("td", {class: "begins"}, begins(cellsOf(data.ops[name]), columns)) : null))));
  $("matrix").replaceChildren(el("div", {class: "matrix", tabindex: "0", role: "group", "aria-label": "op by " + kind}, table),
    el("p", {class: "quiet"}, "\u2717 new, \u2248 known, \u25cb not demanded, \u2713 all pass, blank: not run." + (others.length ? " Of " + plural(others.length, "more op") + " none is at fault in a demanded case: " + others.join(" ") + "." : "")));
  for (const button of $("kinds").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
}

function drawBar() {
  if (document.activeElement !== $("q")) $("q").value = state.q || "";
  $("standing").value = state.standing || "";
  const chips = KEYS.filter((key) => state[key] && !["q", "standing", "case"].includes(key)).map((key) =>
    el("button", {type: "button", "aria-label": "remove the filter " + key + " " + state[key], onclick: () => go({[key]: "", case: ""})}, key + ": " + state[key] + " \u00d7"));
  $("chips").replaceChildren(...chips);
  $("count").textContent = plural(matches.length, "failure") + " of " + grouped(data.failures.length);
}

const sentence = (failure) => {
  const d = failure.record.diffs && failure.record.diffs[0];
  return failure.record.verdict === "fail" && d ? d.facet + ": " + d.difference + " of " + d.op : failure.record.verdict + " in " + failure.record.op + ": " + failure.record.detail;
};

function drawList() {
  const items = matches.slice(0, drawn).map((failure) => el("li", {}, el("button", {type: "button", "data-name": nameOf(failure),
    "aria-current": String(nameOf(failure) === state.case), onclick: () => { go({case: nameOf(failure)}); openCase(); }},
  el("span", {class: "is-" + failure.standing.replace(" ", "-")}, MARK[failure.standing] + " " + failure.standing), " " + nameOf(failure), el("small", {}, sentence(failure)), reasonOf(failure) ? el("small", {}, "known: " + reasonOf(failure).reason) : null)));
  if (matches.length > drawn) {
    items.push(el("li", {class: "more"}, el("button", {type: "button", onclick: () => { drawn += PAGE; drawList(); }}, "show " + Math.min(PAGE, matches.length - drawn) + " more")));
  }
  $("list").replaceChildren(...items);
}

const openCase = () => { const head = $("detail").querySelector("h3"); if (head) head.focus(); };

function drawDetail() {
  const failure = data.failures.find((candidate) => nameOf(candidate) === state.case);
  if (!failure) {
    $("detail").replaceChildren(el("p", {class: "quiet"}, matches.length ? "Enter opens the first failure; j and k walk through them; / searches." : "No failure passes this filter."));
    return;
  }
  const record = failure.record;
  const list = [];
  const item = (name, ...what) => list.push(el("dt", {}, name), el("dd", {}, ...what));
  const died = record.verdict !== "fail";
  const at = died ? record.step : record.diffs[0].step;
  if (reasonOf(failure)) item("why it is known", reasonText(reasonOf(failure)));
  if (died) item("how it ended, at step " + (record.step || "?"), el("pre", {tabindex: "0"}, record.detail));
  if (died) item("its standard error, the end", failure.stderr ? el("pre", {tabindex: "0"}, failure.stderr) : "not told");
  const sides = sidesOf(failure, data.declared);
  if (sides) item((died ? "what differed before, at step " : "expected and actual, at step ") + record.diffs[0].step + (record.diffs[0].output ? ", output " + record.diffs[0].output : ""), fieldTable(sides));
  if (sides && failure.pictures) {
    const [expected, actual] = failure.pictures.map((number) => data.layouts[number]);
    item("the storage, twice", el("div", {class: "pictures"}, picture("expected", sides.expected, expected, actual), picture("actual", sides.actual, actual, expected, record.diffs[0].outside)));
  }
  if (record.message) item("its message", el("pre", {tabindex: "0"}, record.message));
  if (failure.code) item("expected, in PyTorch (\u25b6 the step that " + (died ? "ends it" : "differs") + ")", codeBlock(failure.code, at, "code of PyTorch"));
  item("in " + data.subject.name, failure.own ? codeBlock(failure.own, failure.own.findIndex((line) => line.startsWith("t" + at + " =")), "code of the library") : ownElsewhere(failure));
  item("run it again", el("code", {}, failure.rerun), " ", copyButton(failure.rerun, "the command"));
  if (failure.case) item("the case", el("code", {}, failure.case), " ", copyButton(failure.case, "the case as text"));
  if (failure.why) item("why this case is there", prose(failure.why));
  for (const rule of failure.rules || []) item("rule " + rule, prose(data.rules[rule] || "its sentence is in `reference/SPEC.md`"));
  if (record.order) item("note", "It passes when run in another order: an earlier case changes what it sees.");
  item("the nearest case of this op that passes", failure.passes ? el("code", {}, failure.passes) : "there is none", failure.passes ? [" ", copyButton(failure.passes, "its id")] : null);
  if (failure.group) item("its group", el("a", {href: "#", onclick: (event) => { event.preventDefault(); go({standing: failure.standing, group: failure.standing + " " + failure.group, op: "", vectors: "", facet: "", condition: "", q: ""}); }},
    "#" + failure.group + " of the " + failure.standing + " ones"));
  $("detail").replaceChildren(el("h3", {tabindex: "-1"}, MARK[failure.standing] + " " + nameOf(failure)), el("p", {class: "quiet"}, failure.standing + ", profile " + record.profile + ", " + record.verdict),
    ...(died ? [el("p", {class: "differs"}, record.verdict + " in " + record.op + " at step " + (record.step || "?"))] : []),
    ...(record.diffs || []).map((d) => el("p", {class: "differs"}, d.facet + ": " + d.difference + " of " + d.op + " at step " + d.step + (d.relation ? " (" + d.relation + ")" : ""))),
    el("dl", {}, list));
}

// The library's own code is of the smallest case of each cause.
function ownElsewhere(failure) {
  const other = data.failures.find((one) => one.own && one.standing === failure.standing && one.group === failure.group);
  if (!other) return failure.standing === "new" ? "not told: the report has no code of this cause" : "not told: it is asked for new failures alone";
  return ["shown at the smallest case of its cause: ", el("a", {href: "#", onclick: (event) => {
    event.preventDefault();
    go({case: nameOf(other)});
    openCase();
  }}, nameOf(other))];
}

function draw() {
  find();
  drawBar();
  drawList();
  drawDetail();
}

// The failure `by` places after the open one.
function walk(by) {
  if (!matches.length) return;
  const at = matches.findIndex((failure) => nameOf(failure) === state.case);
  const next = Math.min(matches.length - 1, Math.max(0, at < 0 ? 0 : at + by));
  drawn = Math.max(drawn, next + 1);
  go({case: nameOf(matches[next])});
  const button = $("list").querySelectorAll("button")[next];
  if (button) button.scrollIntoView({block: "nearest"});
}

document.addEventListener("keydown", (event) => {
  if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    $("q").focus();
  } else if (event.key === "Enter" && (event.target === document.body || event.target === $("q"))) {
    event.preventDefault();
    walk(0);
    openCase();
  } else if (event.key === "Escape") {
    go({case: ""});
    $("q").blur();
  } else if (!typing && (event.key === "j" || event.key === "k")) {
    walk(event.key === "j" ? 1 : -1);
  }
});

// On paper every group is open, and what is left out is said.
function onPaper(prints) {
  for (const details of document.querySelectorAll("details")) details.open = prints;
  $("rest").textContent = matches.length > drawn ? "The first " + grouped(drawn) + " of " + plural(matches.length, "failure") + " are listed; more on the screen." : "";
}

async function start() {
  data = await unpack();
  readFragment();
  drawFirst();
  for (const button of $("kinds").querySelectorAll("button")) button.addEventListener("click", () => drawMatrix(button.dataset.kind));
  drawMatrix("facet");
  $("q").addEventListener("input", () => go({q: $("q").value, case: ""}));
  $("standing").addEventListener("change", () => go({standing: $("standing").value, group: "", case: ""}));
  window.addEventListener("beforeprint", () => onPaper(true));
  window.addEventListener("afterprint", () => onPaper(false));
  window.addEventListener("hashchange", () => { readFragment(); draw(); });
  if (!location.hash && data.counts.new) state = {standing: "new"};
  draw();
  const current = $("list").querySelector("[aria-current=true]");
  if (current) $("list").scrollTop = current.offsetTop - $("list").offsetTop;
  document.body.dataset.ready = "true";
}

start().catch((error) => { $("new").textContent = "This page could not read its data: " + error; });
