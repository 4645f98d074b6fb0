// The page "why is my view refused": asks answer.wasm (tools/docs/answer.h) and draws what it says.
const MOST_CELLS = 64;
const id = (name) => document.getElementById(name);

// "3, 2" -> [3n, 2n]; null: it is no list of numbers that int64 holds.
function listOf(text) {
  const words = text.replace(/[[\]()]/g, " ").split(/[\s,]+/).filter(Boolean);
  if (!words.every((word) => /^-?\d{1,19}$/.test(word))) return null;
  const list = words.map(BigInt);
  return list.every((n) => BigInt.asIntN(64, n) === n) ? list : null;
}

function rowMajor(sizes) {
  let stride = 1n;
  return sizes.slice().reverse().map((size) => {
    const own = stride;
    stride *= size > 1n ? size : 1n;
    return own;
  }).reverse();
}

async function load(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const {instance} = await WebAssembly.instantiate(bytes, {});
  const wasm = instance.exports;
  wasm._initialize();
  const ask = (numbers) => {
    new BigInt64Array(wasm.memory.buffer, wasm.Buffer(), numbers.length).set(numbers);
    const count = wasm.Ask(numbers.length);
    return [...new BigInt64Array(wasm.memory.buffer, wasm.Buffer(), count)];
  };
  const rule = (row) => {
    const name = new Uint8Array(wasm.memory.buffer, wasm.RuleName(Number(row)), 64);
    return new TextDecoder().decode(name.slice(0, name.indexOf(0)));
  };
  return {ask, rule};
}

// answer.h says what these are.
function read(answer, rule) {
  let at = 0;
  const take = () => answer[at++];
  const list = () => Array.from({length: Number(take())}, take);
  const jump = () => ({from: take(), to: take(), fromCell: take(), toCell: take()});
  const first = take();
  if (first === -1n) return null;
  const told = {ok: first === 1n};
  if (told.ok) Object.assign(told, {sizes: list(), strides: list(), offset: take()});
  else told.rule = rule(take());
  told.contiguous = take() === 1n;
  told.cells = list();
  if (at < answer.length) told.largest = list();
  if (at < answer.length) Object.assign(told, {dim: Number(take()), first: jump(), breaks: jump()});
  return told;
}

const bracketed = (list) => `[${list.join(",")}]`;
const signed = (n) => (n < 0n ? `${n}` : `+${n}`);
const length = (jump) => jump.toCell - jump.fromCell;

// The sentence that `viewproof explain` prints.
function reason(told, target) {
  const who = target.length === 1 ? `view(${bracketed(target)})` : `Dimension ${told.dim} of ${bracketed(target)}`;
  const {first, breaks} = told;
  const one = (j) => `elements ${j.from}, ${j.to} lie at ${j.fromCell}, ${j.toCell}: ${signed(length(j))}`;
  const jumps = first.to === breaks.from
    ? `elements ${first.from}, ${first.to}, ${breaks.to} lie at ${first.fromCell}, ${first.toCell}, ${breaks.toCell}: ` +
      `${signed(length(first))}, then ${signed(length(breaks))}.`
    : `${one(first)}; but ${one(breaks)}.`;
  return `${who} needs one constant jump: ${jumps} No stride is both.`;
}

const scroll = (name, ...what) => el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": name}, ...what);

// A tensor and its storage as data that picture.js draws: planes of its last two dimensions, rows in their colours. What is left out is cut with a
// sign.
const MOST_ROWS = 16, MOST_PLANES = 8, HUES = 6, NAMED = 3;
function layoutOf(asked, cells, place) {
  const sizes = asked.sizes.map(Number), rank = sizes.length;
  const width = rank > 0 ? sizes[rank - 1] : 1, height = rank > 1 ? sizes[rank - 2] : 1;
  const shown = (size) => (size > MOST_ROWS ? [...Array(MOST_ROWS - 2).keys(), GAP, size - 1] : [...Array(size).keys()]);
  const columns = shown(width), rows = shown(height);
  const all = sizes.slice(0, -2).reduce((product, size) => product * size, 1);
  const lead = (plane) => sizes.slice(0, -2).reduceRight(([rest, list], size) => [Math.floor(rest / size), [rest % size, ...list]], [plane, []])[1];
  const cellOf = (index) => index.reduce((cell, k, d) => cell + BigInt(k) * asked.strides[d], asked.offset);
  const planes = [...Array(Math.min(all, MOST_PLANES)).keys()].map((plane) => ({
    label: rank < 3 ? "" : "[" + [...lead(plane), ":", ":"].join(", ") + "]", rows, columns,
    hues: rows.map((row) => (row === GAP ? GAP : (plane * height + row) % HUES)),
    cells: rows.flatMap((row) => columns.map((column) => (row === GAP || column === GAP ? 0 : cellOf([...lead(plane), row, column].slice(rank < 2 ? 2 - rank : 0)))))}));
  const last = cells.reduce((most, cell) => (cell > most ? cell : most), 0n);
  const few = Number(last < BigInt(MOST_CELLS) ? last + 1n : BigInt(MOST_CELLS));
  const within = Array.from({length: few}, () => []);
  cells.forEach((cell, k) => { if (cell < BigInt(few)) within[Number(cell)].push(k); });
  const marks = within.map((own) => [...own.slice(0, NAMED).map((k) => [String(k), Math.floor(k / width) % HUES]),
    ...(own.length > NAMED ? [["+" + (own.length - NAMED), GAP]] : [])]);
  const cut = last >= BigInt(few);
  const names = ["right", "down", "to the next plane"];
  const strides = asked.strides.map((stride, d) => `${signed(stride)} ${names[rank - 1 - d] || "further out"}`).filter((_, d) => sizes[d] > 1).join(", ");
  return {planes, left_out: all - planes.length, place, strides, walk: [{first: 0, cells: cells.slice(0, 24)}],
    cells: [...within.keys(), ...(cut ? [GAP] : [])], counts: [...within.map((own) => own.length), ...(cut ? [0] : [])], marks: [...marks, ...(cut ? [[]] : [])]};
}

// Says what is wrong with numbers that are no tensor.
function faultOf({sizes, strides, offset}) {
  const negative = (list) => list.find((n) => n < 0n);
  if (sizes.length !== strides.length) return `There are ${sizes.length} sizes and ${strides.length} strides: each size needs its stride.`;
  if (sizes.length > 64) return "It has more than 64 dimensions.";
  if (negative(sizes) !== undefined) return `The size ${negative(sizes)} is below 0.`;
  if (negative(strides) !== undefined) return `The stride ${negative(strides)} is below 0: PyTorch has no such tensor.`;
  if (offset < 0n) return `The offset ${offset} is below 0: it would begin before its storage.`;
  const most = 2n ** 63n - 1n;
  if (!sizes.includes(0n) && sizes.reduce((a, b) => a * b, 1n) > most) return "It has more elements than int64 counts.";
  return "Its last element would lie in a cell that int64 does not count.";
}

// Sizes of so many elements, as near to those that were asked for as there are: "6 elements: try 2,3 \u00b7 3,2 \u00b7 1,6".
function waysOut(asked) {
  const count = asked.sizes.reduce((a, b) => a * b, 1n);
  const found = [];
  for (let n = 1n; n <= count && n <= 1000n && found.length < 64; n++) if (count % n === 0n) found.push([n, count / n]);
  const near = (pair) => pair.reduce((sum, n, k) => sum + Math.abs(Number(n - (asked.view[k] || 0n))), 0);
  const list = found.sort((a, b) => near(a) - near(b)).slice(0, 3).map((pair) => pair.join(","));
  return `${count} ${count === 1n ? "element" : "elements"}: try ${(list.length ? list : ["0"]).join(" \u00b7 ")}`;
}

function show(asked, told) {
  const box = id("answer");
  const parts = [];
  const say = (kind, ...text) => parts.push(el("div", {class: `verdict ${kind}`}, ...text.map((t) => el("p", {}, t))));
  const link = (rule) => el("a", {href: `op-view.html#${rule}`}, rule);
  if (!told) {
    say("red", "This is no tensor. " + faultOf(asked));
    return box.replaceChildren(...parts.flat());
  }
  if (told.ok) {
    say("green", [el("b", {}, "A view: "), `sizes ${bracketed(told.sizes)}, strides ${bracketed(told.strides)}, offset ${told.offset}. Nothing is copied.`]);
  } else if (told.rule === "view.e5") {
    const largest = told.largest ? `The view with the fewest dimensions is ${bracketed(told.largest)}.` : "";
    say("red", [el("b", {}, "Refused "), "(", link(told.rule), "): ", told.breaks ? reason(told, asked.view) : "no strides express these sizes without a copy."],
      largest, [el("code", {}, `reshape(${bracketed(asked.view)})`), " or ", el("code", {}, `contiguous().view(${bracketed(asked.view)})`),
        ` keep the order of the elements, and copy all ${asked.sizes.reduce((a, b) => a * b, 1n)} of them.`]);
  } else {
    say("red", [el("b", {}, "Refused "), "(", link(told.rule), "): ", {
      "view.e1": "a size below -1 is none.", "view.e2": "only one size may be -1.",
      "view.e3": "-1 beside a 0 could be any number.", "view.e4": "the sizes must multiply to the number of elements, " +
        `${asked.sizes.reduce((a, b) => a * b, 1n)}.`, "view.e6": "a stride would exceed int64."}[told.rule] || "see the rule."],
    ["view.e1", "view.e2", "view.e4"].includes(told.rule) ? waysOut(asked) : "");
  }
  parts.push(el("p", {}, `The tensor has sizes ${bracketed(asked.sizes)}, strides ${bracketed(asked.strides)}, offset ${asked.offset}; it is ${told.contiguous ? "" : "not "}contiguous.`));
  if (told.cells.length > 0) {
    const place = told.breaks && told.breaks.to === told.breaks.from + 1n ? Number(told.breaks.to) : undefined;
    const layout = layoutOf(asked, told.cells, place);
    parts.push(el("h2", {}, "The cell of each element"), scroll("the cell of each element", grids(layout)),
      el("h2", {}, "The storage"), scroll("storage", strip(layout)), el("h2", {}, "The walk from element to element, the last index fastest"),
      walkOf(layout), told.cells.length > 24 ? CUT : "");
  }
  return box.replaceChildren(...parts.flat());
}

async function start() {
  const wasm = await load(id("wasm").textContent.trim());
  const answer = () => {
    const asked = {sizes: listOf(id("sizes").value), strides: listOf(id("strides").value), offset: listOf(id("offset").value || "0"), view: listOf(id("view").value)};
    if (Object.values(asked).includes(null) || asked.offset.length !== 1) {
      return id("answer").replaceChildren(el("p", {class: "verdict red"}, "Write numbers with commas between them, as in 3,2."));
    }
    asked.offset = asked.offset[0];
    if (id("strides").value.trim() === "") asked.strides = rowMajor(asked.sizes);
    const few = asked.sizes.length <= 64 && asked.view.length <= 64;
    if (!few || asked.sizes.length !== asked.strides.length) return show(asked, null);
    const numbers = [BigInt(asked.sizes.length), ...asked.sizes, ...asked.strides, asked.offset, BigInt(asked.view.length), ...asked.view];
    if (numbers.some((n) => BigInt.asIntN(64, n) !== n)) return show(asked, null);
    return show(asked, read(wasm.ask(numbers), wasm.rule));
  };
  const fields = ["sizes", "strides", "offset", "view"];
  const fromAddress = () => {
    const values = decodeURIComponent(location.hash.slice(1)).split(";");
    if (values.length === fields.length) fields.forEach((name, k) => { id(name).value = values[k]; });
    answer();
  };
  id("form").addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", "#" + fields.map((name) => id(name).value.replace(/\s/g, "")).join(";"));
    answer();
  });
  id("form").addEventListener("input", answer);
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
}

if (id("wasm").textContent.trim()) start();
else id("answer").replaceChildren(el("p", {class: "verdict open"},
  "This book was written without the reference in WebAssembly: type nothing here, and ask `viewproof explain` instead."));
