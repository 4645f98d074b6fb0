// How a failure is shown: fields side by side, and storages as numbered cells.

// Characters that a text of a subject has no right to.
const POWER = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const shown = (text) => String(text).replace(POWER, (c) => {
  const hex = c.charCodeAt(0).toString(16);
  return hex.length < 3 ? "\\x" + hex.padStart(2, "0") : "\\u" + hex.padStart(4, "0");
});

// An element; texts become text nodes, null is left out.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === "") continue;
    node.append(child instanceof Node ? child : shown(child));
  }
  return node;
}

const FACET_OF = {
  dtype: "shape", sizes: "shape", strides: "strides", offset: "strides", contiguous: "strides", storage: "alias", self: "identity",
  conj: "exact", neg: "exact", values: "values", bytes: "values", crc32: "values",
};
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const MOST_TEXT = 600;
const textOf = (value) => {
  if (value === undefined || value === null) return "-";
  const text = typeof value === "string" ? value : JSON.stringify(value).replace(/,/g, ", ");
  return text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) + "... (" + text.length + " characters)" : text;
};

// What was expected of the output at fault, and what came: {expected, actual, lit, unknown}.
function sidesOf(failure, declared) {
  const record = failure.record;
  const first = record.diffs && record.diffs[0];
  if (!first) return null;
  const k = first.output || 0;
  const outcome = failure.expected || {};
  const expected = Object.assign({}, outcome.outputs ? outcome.outputs[k] : outcome);
  const actual = Object.assign({}, expected);
  const lit = new Set();
  const unknown = {};
  for (const d of record.diffs) {
    if (d.step !== first.step || (d.output || 0) !== k) {
      for (const field of Object.keys(FACET_OF)) {
        if (FACET_OF[field] === d.facet) unknown[field] = "differs at step " + d.step;
      }
    } else if (d.field === "outcome") {
      for (const side of [expected, actual]) for (const field of Object.keys(side)) delete side[field];
      const flat = (o) => (o && o.outputs && o.outputs.length === 1 ? o.outputs[0] : o || {outcome: "-"});
      Object.assign(expected, flat(d.expected));
      Object.assign(actual, flat(d.actual));
    } else {
      expected[d.field] = d.expected;
      actual[d.field] = d.actual;
    }
  }
  for (const field of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (!same(expected[field], actual[field])) lit.add(field);
    else if (FACET_OF[field] && FACET_OF[field] !== "shape" && !declared.includes(FACET_OF[field])) unknown[field] = "not shown by it";
  }
  return {expected, actual, lit, unknown};
}

// The two columns; a field that differs is marked by a sign too.
function fieldTable(sides) {
  const fields = [...new Set([...Object.keys(sides.expected), ...Object.keys(sides.actual)])];
  return el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Expected and actual"}, el("table", {class: "fields"},
    el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "field"), el("th", {scope: "col"}, "expected"), el("th", {scope: "col"}, "actual"))),
    el("tbody", {}, fields.map((field) => {
      const lit = sides.lit.has(field);
      const actual = lit ? textOf(sides.actual[field]) : sides.unknown[field] || textOf(sides.actual[field]);
      return el("tr", {class: lit ? "lit" : null}, el("th", {scope: "row"}, (lit ? "\u2260 " : "") + field),
        el("td", {class: "code"}, textOf(sides.expected[field])), el("td", {class: "code"}, actual));
    }))));
}

const integers = (list) => Array.isArray(list) && list.every(Number.isSafeInteger);
const isGeometry = (side) => integers(side.sizes) && integers(side.strides) && Number.isSafeInteger(side.offset) &&
  side.sizes.length === side.strides.length;
const product = (sizes) => sizes.reduce((a, b) => a * b, 1);
const addressAt = (side, index) => index.reduce((sum, i, d) => sum + i * side.strides[d], side.offset);

// The indices of a tensor in row-major order, the first `most`.
function indicesOf(sizes, most) {
  const all = [];
  const count = Math.min(product(sizes), most);
  for (let n = 0; n < count; ++n) {
    const index = [];
    let rest = n;
    for (let d = sizes.length - 1; d >= 0; --d) {
      index.unshift(rest % sizes[d]);
      rest = Math.floor(rest / sizes[d]);
    }
    all.push(index);
  }
  return all;
}

const MOST_CELLS = 64;

// The storage as one strip of numbered cells; those of the tensor have a thick border.
function strip(side, elements) {
  const used = new Set(indicesOf(side.sizes, 4096).map((index) => addressAt(side, index)));
  const last = Math.max(-1, ...used);
  const cells = [];
  const add = (k) => cells.push(el("li", {
    class: k >= elements ? "out" : used.has(k) ? "used" : null, title: "address " + k + (k >= elements ? ", outside of the storage" :
      used.has(k) ? ", of the tensor" : "")}, (k >= elements ? "\u2717" : "") + k));
  const end = Math.max(elements, Math.min(last + 1, elements + 8));
  if (end <= MOST_CELLS) {
    for (let k = 0; k < end; ++k) add(k);
  } else {
    const first = used.size ? Math.min(...used) : 0;
    const from = Math.max(0, Math.min(first - 4, end - 48));
    for (let k = 0; k < Math.min(8, from); ++k) add(k);
    if (from > 8) cells.push(el("li", {}, "..."));
    for (let k = from; k < Math.min(end, from + 48); ++k) add(k);
    if (from + 48 < end) cells.push(el("li", {}, "... " + (end - 1)));
  }
  return el("ul", {class: "cells", "aria-label": "storage"}, cells);
}

// The tensor as grids of its last two dimensions, with the address of each element.
function grids(side, other) {
  const rank = side.sizes.length;
  const [rows, columns] = [rank > 1 ? side.sizes[rank - 2] : 1, rank > 0 ? side.sizes[rank - 1] : 1];
  const outer = indicesOf(side.sizes.slice(0, Math.max(0, rank - 2)), 4);
  const cut = product(side.sizes.slice(0, Math.max(0, rank - 2))) > 4 || rows > 8 || columns > 12;
  const comparable = other && same(other.sizes, side.sizes);
  const tables = product(side.sizes) === 0 ? ["no elements"] : outer.map((lead) => el("table", {class: "grid cells", role: "presentation"}, el("tbody", {},
    Array.from({length: Math.min(rows, 8)}, (_, r) => el("tr", {}, Array.from({length: Math.min(columns, 12)}, (_, c) => {
      const index = [...lead, r, c].slice(rank > 1 ? 0 : 2 - rank).slice(-rank || 99);
      const address = addressAt(side, rank === 0 ? [] : index);
      const lit = comparable && addressAt(other, rank === 0 ? [] : index) !== address;
      return el("td", {class: lit ? "lit" : null}, (lit ? "\u2260" : "") + address);
    }))))));
  return el("div", {}, tables, cut ? el("span", {class: "quiet"}, " ... more") : null);
}

// One side as a picture, or why there is none.
function picture(title, side, other, elements) {
  const head = el("h4", {}, title);
  if (!isGeometry(side)) return el("div", {}, head, el("p", {class: "quiet"}, side.error ? "an error: no tensor" : "its strides and offset are not shown"));
  const own = side.storage === 0 || side.storage === undefined ? elements : product(side.sizes);
  const small = side.sizes.length > 4 || product(side.sizes) > 4096;
  return el("div", {}, head,
    el("p", {class: "code"}, "sizes [" + side.sizes.join(", ") + "] strides [" + side.strides.join(", ") + "] offset " + side.offset),
    el("p", {class: "quiet"}, side.storage ? "a storage of its own:" : "the base's storage:"), own > 1 << 20 ? el("p", {}, own + " elements") : strip(side, own),
    el("p", {class: "quiet"}, "the address of each element:"), small ? el("p", {}, "too many elements to draw") : grids(side, isGeometry(other) ? other : null));
}
