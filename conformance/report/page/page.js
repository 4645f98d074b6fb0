// The page of one report: what it shows follows from the data and the URL's fragment alone.
const $ = (id) => document.getElementById(id);
const KEYS = ["q", "standing", "group", "entry", "op", "vectors", "facet", "condition", "case"];
const FILTERS = KEYS.filter((key) => key !== "case");
const MARK = {new: "\u2717", known: "\u2248", "not demanded": "\u25cb"};
const PAGE = 30;
const FIRST_OPS = 12;
const MOST_CHIPS = 8;
let data = null;
let state = {};
let matches = [];
let rows = [];  // Those of one vector, standing and cause are one.
let drawn = PAGE;

const grouped = (n) => n.toLocaleString("en-US");
const nameOf = (failure) => failure.record.id + " (" + failure.record.dtype + ")";
const plural = (n, noun) => grouped(n) + " " + noun + (n === 1 ? "" : "s");

// A word that has a meaning of its own here, which it shows.
const word = (text, of = text) => (data.words[of] ? el("abbr", {title: data.words[of]}, text) : text);

async function unpack(id) {
  const text = atob($(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Rows of what is told column by column: null is what a row lacks.
function rowsOf(columns) {
  const told = [];
  for (const [name, cells] of Object.entries(columns)) cells.forEach((cell, k) => { if (cell !== null) (told[k] ||= {})[name] = cell; });
  return told;
}

function readFragment() {
  const words = new URLSearchParams(location.hash.slice(1));
  state = {};
  for (const key of KEYS) if (words.get(key)) state[key] = words.get(key);
}

// The fragment of what is shown after these changes; of nothing but them if `alone`.
function fragment(changes, alone = false) {
  const next = alone ? changes : Object.assign({}, state, changes);
  const words = new URLSearchParams();
  for (const key of KEYS) if (next[key]) words.set(key, next[key]);
  return "#" + (String(words) || "all");
}

const link = (changes, alone, ...children) => el("a", {href: fragment(changes, alone)}, ...children);

// A link makes an entry of the browser's history; text that is typed, and a walk, replace it.
function replace(changes) {
  history.replaceState(null, "", fragment(changes));
  follow();
}

function follow() {
  const before = FILTERS.map((key) => state[key]).join("\n");
  readFragment();
  if (FILTERS.map((key) => state[key]).join("\n") !== before) drawn = PAGE;
  draw();
}

// Why the gate file lists the failure; nothing if the report does not tell.
const reasonOf = (failure) => failure.standing === "known" && data.known_reasons.find((known) => known.entry === failure.record.entry) || null;
const reasonText = (known) => [known.reason, known.link && " ", known.link && (/^https?:/.test(known.link) ? el("a", {href: known.link}, known.link) : known.link),
  known.since && el("span", {class: "quiet"}, " since " + known.since)];

// Returns who did what; the code of it is for whoever searches.
const toldOf = (failure) => data.sentences[failure.told];
const codeTag = (of) => (of.code_word ? [" ", el("code", {class: "tag"}, of.code_word)] : null);

// Returns what a search looks at; it is made when one is asked for.
const haystackOf = (failure) => (failure.haystack ||= [nameOf(failure), failure.case, failure.why, toldOf(failure).sentence, toldOf(failure).code_word, failure.record.message,
  ...(failure.record.answers || []).map((answer) => answer.outcome.error && answer.outcome.error.message), gravityOf(failure), failure.record.op, failure.stderr,
  reasonOf(failure)?.reason, reasonOf(failure)?.link, ...(failure.rules || [])].join(" ").toLowerCase());

const groupOf = (failure) => (failure.standing === "new" ? data.groups : failure.standing === "known" ? data.known_groups : [])[failure.group - 1];
const gravityOf = (failure) => groupOf(failure)?.gravity;

const isIn = (failure, key, value) => {
  const record = failure.record;
  switch (key) {
    case "standing": return failure.standing === value;
    case "group": return failure.standing + " " + failure.group === value;
    case "entry": return failure.standing === "known" && String(record.entry) === value;
    case "op": return failure.op === value;
    case "vectors": return record.id.split("/")[0] === value;
    case "facet": return record.verdict === value || (record.diffs || []).some((d) => d.facet === value);
    case "condition": return record.dtype === value || failure.conditions.includes(value);
    case "q": return value.toLowerCase().split(/\s+/).every((part) => haystackOf(failure).includes(part));
    default: return true;
  }
};

function find() {
  matches = data.failures.filter((failure) => FILTERS.every((key) => !state[key] || isIn(failure, key, state[key])));
  const byVector = new Map();
  for (const failure of matches) {
    const key = failure.record.id + " " + failure.standing + " " + failure.group;
    if (!byVector.has(key)) byVector.set(key, []);
    byVector.get(key).push(failure);
  }
  rows = [...byVector.values()];
}

const copyButton = (text, what, shown = "copy") => el("button", {class: "copy", type: "button", "aria-label": (shown === "copy" ? "copy " : shown + ": ") + what, onclick: async (event) => {
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
}}, shown);

const codeBlock = (lines, at, what) => el("div", {}, el("pre", {tabindex: "0", "aria-label": what}, lines.map((line, k) =>
  el("span", {class: k === at ? "here" : null}, (k === at ? "\u25b6 " : "  ") + line + "\n"))), copyButton(lines.join("\n"), what));

// The line of a step: each has one, and an assertion may stand between two.
const lineOf = (code, step) => code.findIndex((line, k) => !line.startsWith("assert ") && code.slice(0, k).filter((one) => !one.startsWith("assert ")).length === step);

const table = (label, heads, body) => el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": label}, el("table", {}, el("thead", {}, el("tr", {},
  heads.map((head) => el("th", {scope: "col", class: head === "cases" ? "n" : null}, word(head))))), el("tbody", {}, body)));

const acceptOf = (group) => data.accept.replace("GROUP", group.number);

const groupRows = (groups, standing) => table(standing + " failures by cause", ["#", "gravity", "cases", "what happened"], groups.map((group) =>
  el("tr", {}, el("td", {class: "n"}, String(group.number)), el("td", {class: "short"}, word(group.gravity)), el("td", {class: "n"}, grouped(group.count)),
    el("td", {}, link({standing, group: standing + " " + group.number}, true, group.sentence), codeTag(group),
      group.when.map((text) => el("div", {class: "quiet"}, "when " + text)),
      standing === "new" && data.accept ? [" ", copyButton(acceptOf(group), "the command that accepts cause " + group.number, "copy accept")] : null))));

const entryRows = (entries) => table("known failures by entry of the gate file", ["cases", "what", "why it is allowed"], entries.map((known) =>
  el("tr", {}, el("td", {class: "n"}, grouped(known.count)), el("td", {}, link({standing: "known", entry: String(known.entry)}, true, known.what)), el("td", {}, reasonText(known)))));

const shownFirst = (list, most, draws) => list.length <= most ? [draws(list)] :
  [draws(list.slice(0, most)), el("details", {ontoggle: (event) => {
    if (event.currentTarget.open && event.currentTarget.children.length === 1) event.currentTarget.append(draws(list.slice(most)));
  }}, el("summary", {}, "and " + (list.length - most) + " more"))];

function drawFirst() {
  const fresh = data.groups;
  const gravities = new Map();
  for (const group of fresh) gravities.set(group.gravity, (gravities.get(group.gravity) || 0) + group.count);
  const entries = [...data.known_reasons].sort((a, b) => b.count - a.count || a.entry - b.entry);
  const known = entries.length ? "entr" + (entries.length === 1 ? "y" : "ies") : "cause" + (data.known_groups.length === 1 ? "" : "s");
  $("new").replaceChildren(el("h2", {}, "What is new: " + (fresh.length ? plural(data.counts.new, "failure") + ", " + plural(fresh.length, "cause") : "nothing")),
    ...[fresh.length ? el("p", {}, "By ", word("gravity"), ": ", [...gravities].map(([name, count], k) => [k ? ", " : "", word(name), " " + grouped(count)]), ".") : null].filter(Boolean),
    ...(fresh.length ? shownFirst(fresh, 8, (some) => groupRows(some, "new")) : [el("p", {}, "No case fails that the gate file does not know.")]),
    ...(data.counts.known ? [el("h2", {id: "known"}, "Known: " + plural(data.counts.known, "failure") + ", " + grouped(entries.length || data.known_groups.length) + " " + known),
      ...shownFirst(entries.length ? entries : data.known_groups, fresh.length ? 3 : 6, entries.length ? entryRows : (some) => groupRows(some, "known"))] : []));
  const cause = [el("h2", {}, "What is the cause")];
  const largest = fresh.reduce((a, b) => (a && a.count >= b.count ? a : b), null);
  if (largest) {
    cause.push(el("p", {}, el("b", {}, grouped(largest.count) + " of " + plural(data.counts.new, "new failure")), " share one cause, #" + largest.number + ": " + largest.sentence +
      (largest.across ? ". Ops: " + largest.ops : "") + "."));
    const worst = fresh[0];
    cause.push(el("p", {}, "The gravest, #1: ", word(worst.gravity), ", " + worst.sentence + (worst.adapters ? " (likely the adapter's fault)" : "") + ". ",
      link({standing: "new", group: "new 1", case: worst.smallest}, true, "Its smallest case"), "."));
  } else {
    cause.push(el("p", {}, data.headline.green ? "There is no cause to look for." : "No failure is new: read the line above."));
  }
  $("cause").replaceChildren(...cause);
}

// Says what a cell of a matrix says, in signs and in words.
function cellOf(op, column, cell, changes) {
  if (!cell) return el("td", {});
  const [executed, fresh, known, others] = cell;
  const kind = fresh ? "new" : known ? "known" : others ? "not demanded" : "passed";
  const words = op + ", " + column + ": " + (kind === "passed" ? "all pass" : [fresh && fresh + " new", known && known + " known", others && others + " not demanded"]
    .filter(Boolean).join(", ")) + ", of " + executed;
  const shownCount = MARK[kind] + grouped(fresh || known || others);
  if (kind === "passed") return el("td", {class: "is-passed"}, el("span", {title: words, role: "img", "aria-label": words}, "\u2713"));
  return el("td", {class: "is-" + kind.replace(" ", "-")}, el("a", {href: fragment(Object.assign({standing: kind}, changes), true), title: words, "aria-label": words + " (" + shownCount + ")"}, shownCount));
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

function drawMatrix(kind, most = FIRST_OPS) {
  const columns = COLUMNS[kind]();
  const cellsOf = (op) => (kind === "facet" ? op.facets : op.conditions);
  const names = Object.keys(data.ops).filter((name) => fails(data.ops[name].cell)).sort((a, b) =>
    data.ops[b].cell[1] - data.ops[a].cell[1] || data.ops[b].cell[2] - data.ops[a].cell[2] || (a < b ? -1 : 1));
  const others = Object.keys(data.ops).filter((name) => !names.includes(name));
  const ordered = kind === "rank" || kind === "size";
  const meant = "New failures of any op in the vectors of this one";
  const sheet = el("table", {}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "op at fault"), columns.map((column) => el("th", {scope: "col", class: "n"}, word(column.replace(" elements", "")))),
    el("th", {scope: "col", class: "n", title: meant}, "in its vectors"), ordered ? el("th", {scope: "col"}, "where it fails") : null)),
  el("tbody", {}, names.slice(0, most).map((name) => el("tr", {}, el("th", {scope: "row"}, name), columns.map((column) =>
    cellOf(name, column, cellsOf(data.ops[name])[column], {op: name, [kind === "facet" ? "facet" : "condition"]: column})),
  el("td", {class: "n"}, data.ops[name].in_its_vectors ? el("a", {href: fragment({standing: "new", vectors: name}, true), title: meant}, grouped(data.ops[name].in_its_vectors)) : ""),
  ordered ? el("td", {class: "begins"}, begins(cellsOf(data.ops[name]), columns)) : null))));
  const more = names.length > most ? el("button", {type: "button", class: "more", onclick: () => drawMatrix(kind, names.length)}, "show all " + names.length + " ops that fail") : null;
  $("matrix").replaceChildren(...[el("div", {class: "matrix", tabindex: "0", role: "group", "aria-label": "op by " + kind}, sheet), more,
    el("p", {class: "quiet"}, "\u2717 new, \u2248 known, \u25cb ", word("not demanded"), ", \u2713 all pass, blank: not run." + (others.length ? " Of " + plural(others.length, "more op") + " none is at fault in a demanded case" + (others.length > 12 ? "." : ": " + others.join(" ") + ".") : ""))].filter(Boolean));
  for (const button of $("kinds").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
}

function drawBar() {
  if (document.activeElement !== $("q")) $("q").value = state.q || "";
  $("standing").value = state.standing || "";
  const chips = FILTERS.filter((key) => state[key] && !["q", "standing"].includes(key)).map((key) =>
    el("a", {class: "chip", "aria-label": key + ": " + state[key] + " \u00d7 removes this filter", href: fragment({[key]: "", case: ""})}, key + ": " + state[key] + " \u00d7"));
  $("chips").replaceChildren(...chips);
  $("count").textContent = plural(matches.length, "failure") + " of " + grouped(data.failures.length) + (rows.length < matches.length ? ", in " + plural(rows.length, "vector") : "");
}

const isOpen = (failure) => nameOf(failure) === state.case;

// A vector is one line; each dtype in which it fails is a link.
function rowOf(row) {
  const failure = row.find(isOpen) || row[0];
  const chips = row.length > MOST_CHIPS + 1 ? row.slice(0, MOST_CHIPS) : row;
  return el("li", {"aria-current": row.some(isOpen) ? "true" : null}, el("a", {class: "row", href: fragment({case: nameOf(failure)})},
    el("span", {class: "is-" + failure.standing.replace(" ", "-")}, MARK[failure.standing] + " " + failure.standing), " " + failure.record.id,
    el("small", {}, toldOf(failure).sentence), reasonOf(failure) ? el("small", {}, "known: " + reasonOf(failure).reason) : null),
  el("span", {class: "dtypes"}, chips.map((one) => el("a", {class: "chip", "aria-current": isOpen(one) ? "true" : null, title: nameOf(one), href: fragment({case: nameOf(one)})}, one.record.dtype)),
    chips.length < row.length ? link({q: failure.record.id, case: nameOf(row[MOST_CHIPS])}, false, "+" + (row.length - chips.length)) : null,
    failure.record.order ? el("span", {class: "badge", title: "It passes when run in another order: an earlier case changes what it sees."}, "flaky") : null));
}

function drawList() {
  const items = rows.slice(0, drawn).map(rowOf);
  if (rows.length > drawn) {
    items.push(el("li", {class: "more"}, el("button", {type: "button", onclick: () => { drawn += 10 * PAGE; drawList(); }}, "show " + Math.min(10 * PAGE, rows.length - drawn) + " more")));
  }
  $("list").replaceChildren(...items);
}

const rowAt = () => rows.findIndex((row) => row.some(isOpen));

// To the failures beside the open one, and a link to it.
function pager() {
  const at = rowAt();
  const step = (by, rel, text) => {
    const row = at < 0 ? null : rows[at + by];
    return row ? el("a", {class: "button", rel, href: fragment({case: nameOf(row[0])})}, text) : el("span", {class: "button off"}, text);
  };
  return el("p", {class: "pager"}, step(-1, "prev", "\u2190 Previous"), step(1, "next", "Next \u2192"),
    at < 0 ? null : el("span", {class: "quiet"}, grouped(at + 1) + " of " + grouped(rows.length)),
    copyButton(location.href.split("#")[0] + fragment({case: state.case}, true), "a link to this failure", "copy link"),
    el("a", {class: "button", href: fragment({case: ""})}, "to the list"));
}

function drawDetail() {
  const failure = data.failures.find(isOpen);
  $("split").classList.toggle("opened", Boolean(state.case));
  if (!failure) {
    const beside = data.failures.filter((one) => one.record.id === (state.case || "").replace(/ \([^)]*\)$/, ""));
    $("detail").replaceChildren(...(state.case ? [el("h3", {tabindex: "-1"}, state.case + " is not in this report"),
      el("p", {role: "alert"}, "This report has no failure of that name: the case passed, or it was not asked, or the link is to another report."),
      beside.length ? el("p", {}, "The same vector fails in ", beside.map((one) => [link({case: nameOf(one)}, true, one.record.dtype), " "])) : "",
      el("p", {}, link({}, true, "All failures of this report"))].filter(Boolean) :
      [el("p", {class: "quiet"}, matches.length ? ["Choose a failure.", el("span", {class: "keys"}, " Enter opens the first one; j and k walk through them; / searches.")] : "No failure passes this filter.")]));
    return;
  }
  const record = failure.record;
  const list = [];
  const item = (name, ...what) => list.push(el("dt", {}, name), el("dd", {}, ...what));
  const died = record.verdict !== "fail";
  const at = died ? record.step : record.diffs[0].step;
  if (reasonOf(failure)) item("why it is known", reasonText(reasonOf(failure)));
  if (record.order) item("flaky", "It passes when run in another order: an earlier case changes what it sees.");
  if (died) item("how it ended, at step " + (record.step || "?"), el("pre", {tabindex: "0"}, record.detail));
  if (died) item("its standard error, the end", failure.stderr ? el("pre", {tabindex: "0"}, failure.stderr) : "not told");
  const sides = sidesOf(failure, data.declared);
  if (sides) item((died ? "what differed before, at step " : "expected and actual, at step ") + record.diffs[0].step + (record.diffs[0].output ? ", output " + record.diffs[0].output : ""), fieldTable(sides, data.errors));
  if (sides && failure.pictures) {
    const [expected, actual] = failure.pictures.map((number) => data.layouts[number]);
    item("the storage, twice", el("div", {class: "pictures"}, picture("expected", sides.expected, expected, actual), picture("actual", sides.actual, actual, expected, record.diffs[0].outside)));
  }
  for (const {name, layout, shown} of failure.tensors || []) item("operand or target " + name, picture(name, shown.outputs[0], data.layouts[layout]));
  if (failure.written) item("storage " + failure.written.name + ", " + failure.written.about, cellTable(failure.written));
  if (record.message) item("its message", el("pre", {tabindex: "0"}, record.message));
  if (failure.code) item("expected, in PyTorch (\u25b6 the step that " + (died ? "ends it" : "differs") + ")", codeBlock(failure.code, lineOf(failure.code, at), "code of PyTorch"));
  item("in " + data.subject.name, failure.own ? codeBlock(failure.own, died ? failure.own.length - 1 : failure.own.findIndex((line) => line.startsWith("t" + at + " =")), "code of the library") : ownElsewhere(failure));
  item("run it again", el("code", {}, failure.rerun), " ", copyButton(failure.rerun, "the command"));
  if (failure.case) item("the case", el("code", {}, failure.case), " ", copyButton(failure.case, "the case as text"));
  if (failure.why) item("why this case is there", prose(failure.why));
  for (const rule of failure.rules || []) item(["rule ", el("code", {}, rule)], prose(data.rules[rule] || "its sentence is in `reference/SPEC.md`"));
  item("the nearest case of this op that passes", failure.passes ? el("code", {}, failure.passes) : "there is none", failure.passes ? [" ", copyButton(failure.passes, "its id")] : null);
  const group = groupOf(failure);
  if (group) {
    item("its cause", link({standing: failure.standing, group: failure.standing + " " + failure.group, case: state.case}, true, "#" + failure.group + " of the " + failure.standing + " ones, " + plural(group.count, "case")),
      failure.standing === "new" && data.accept ? [el("br"), el("code", {}, acceptOf(group)), " ", copyButton(acceptOf(group), "the command that accepts it")] : null);
  }
  $("detail").replaceChildren(pager(), el("h3", {tabindex: "-1"}, MARK[failure.standing] + " " + nameOf(failure)),
    el("p", {class: "differs"}, toldOf(failure).sentence, codeTag(toldOf(failure))),
    el("p", {class: "quiet"}, word(failure.standing), ", ", word("profile"), " " + record.profile + (gravityOf(failure) ? ", " : ""), gravityOf(failure) && word(gravityOf(failure))),
    el("details", {class: "differences", open: record.diffs && record.diffs.length === 1}, el("summary", {}, plural((record.diffs || []).length + (died ? 1 : 0), "difference")),
      died ? el("p", {class: "differs"}, toldOf(failure).sentence + ", at step " + (record.step || "?"), codeTag(toldOf(failure))) : null,
      (record.diffs || []).map((d, k) => el("p", {}, data.sentences[failure.each_told[k]].sentence + ", at step " + d.step, codeTag(data.sentences[failure.each_told[k]])))),
    el("dl", {}, list));
}

// The library's own code is of the smallest case of each cause.
function ownElsewhere(failure) {
  const other = data.failures.find((one) => one.own && one.standing === failure.standing && one.group === failure.group);
  if (!other) return failure.standing === "new" ? "not told: the report has no code of this cause" : "not told: it is asked for new failures alone";
  return ["shown at the smallest case of its cause: ", link({case: nameOf(other)}, false, nameOf(other))];
}

function draw() {
  find();
  drawn = Math.max(drawn, rowAt() + 1);
  drawBar();
  drawList();
  drawDetail();
}

// Brings what the fragment names to where it is seen.
function arrive() {
  const head = state.case && $("detail").querySelector("h3");
  if (!head) return $("failures").scrollIntoView();
  head.focus({preventScroll: true});
  $("detail").scrollIntoView();
  const current = $("list").querySelector("li[aria-current]");
  if (current) $("list").scrollTop = current.offsetTop - $("list").offsetTop;
}

// The row `by` places after the open one.
function walk(by) {
  if (!rows.length) return;
  const at = rowAt();
  const next = Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by));
  replace({case: nameOf(rows[next][0])});
  $("list").querySelectorAll("li")[next]?.scrollIntoView({block: "nearest"});
}

document.addEventListener("keydown", (event) => {
  if (!data?.failures || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    $("q").focus();
  } else if (event.key === "Enter" && (event.target === document.body || event.target === $("q"))) {
    event.preventDefault();
    walk(0);
    arrive();
  } else if (event.key === "Escape") {
    replace({case: ""});
    $("q").blur();
  } else if (!typing && (event.key === "j" || event.key === "k")) {
    walk(event.key === "j" ? 1 : -1);
  }
});

// On paper every group is open, and what is left out is said.
function onPaper(prints) {
  for (const details of document.querySelectorAll("details")) {
    details.open = prints;
    details.dispatchEvent(new Event("toggle"));
  }
  $("rest").textContent = rows.length > drawn ? "The first " + grouped(drawn) + " of " + plural(rows.length, "vector") + " are listed; more on the screen." : "";
}

// Back and Forward bring the place on the page with them; every other way to a fragment is shown what it names.
let travels = false;
window.navigation?.addEventListener("navigate", (event) => { travels = event.navigationType === "traverse"; });

async function start() {
  data = await unpack("data");
  readFragment();
  drawFirst();
  for (const button of $("kinds").querySelectorAll("button")) button.addEventListener("click", () => drawMatrix(button.dataset.kind));
  drawMatrix("facet");
  const rest = await unpack("failures-data");
  Object.assign(data, rest, {failures: rowsOf(rest.failures), vectors: rowsOf(rest.vectors)});
  for (const failure of data.failures) Object.setPrototypeOf(failure, data.vectors[failure.vector] || null);
  $("q").addEventListener("input", () => replace({q: $("q").value, case: ""}));
  $("standing").addEventListener("change", () => { location.hash = fragment({standing: $("standing").value, group: "", entry: "", case: ""}); });
  window.addEventListener("beforeprint", () => onPaper(true));
  window.addEventListener("afterprint", () => onPaper(false));
  window.addEventListener("hashchange", () => {
    follow();
    if (!travels) arrive();
  });
  if (!location.hash && data.counts.new) state = {standing: "new"};
  draw();
  if (state.case) arrive();
  document.body.dataset.ready = "true";
}

// The browser has painted the text of the page before the data are read.
new PerformanceObserver((_, observer) => {
  observer.disconnect();
  start().catch((error) => { $("new").textContent = "This page could not read its data: " + error; });
}).observe({type: "paint", buffered: true});
