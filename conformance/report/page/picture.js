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

const errorText = (error, meanings) => ["an error", meanings[error.kind]].filter(Boolean).join(": ") + (error.rule ? " (" + error.rule + ")" : "") + (error.message ? ": \"" + textOf(error.message) + "\"" : "");

// A value as text; of a storage also whose it is. `meanings`: of the kinds of errors.
const valueOf = (field, value, meanings) => value && field === "error" ? errorText(value, meanings) :
  field === "outputs" && Array.isArray(value) ? (value.length ? numberOf(value.length) + (value.length === 1 ? " tensor" : " tensors") : "done, without an error") : textOf(value) + (field === "storage" && Number.isInteger(value) ? (value === 0 ? " (the base's)" : " (another one)") : "");

// Returns what was expected of the output that differs first, and what was answered: {expected, actual, lit, unknown}. `actual` has nothing
// but what the record tells; unknown says why a field is not there.
function sidesOf(failure, declared) {
  const record = failure.record;
  const first = record.diffs && record.diffs[0];
  if (!first) return null;
  const k = first.output || 0;
  const here = record.diffs.filter((d) => d.step === first.step && (d.output || 0) === k);
  const fieldsOf = (outcome) => Object.assign({}, outcome && outcome.outputs && outcome.outputs.length > k ? outcome.outputs[k] : outcome || {});
  const expected = fieldsOf(failure.expected);
  const answer = (record.answers || []).find((one) => one.step === first.step);
  const actual = fieldsOf(answer && answer.outcome);
  for (const d of here) {
    if (d.field === "outcome") {
      for (const field of Object.keys(expected)) delete expected[field];
      Object.assign(expected, fieldsOf(d.expected));
      if (!answer) Object.assign(actual, fieldsOf(d.actual));
    } else if (d.field === "kind") {
      expected.error ??= {kind: d.expected};
      if (!answer) actual.error ??= {kind: d.actual};
    } else if (d.field === "outputs") {
      expected.outputs = d.expected.outputs;
      actual.outputs = d.actual.outputs;
    } else {
      expected[d.field] = d.expected;
      if (!answer) actual[d.field] = d.actual;
    }
  }
  // Both are silent of a bit that is not set.
  for (const bit of ["self", "conj", "neg"]) {
    if (actual.sizes && expected[bit] && !(bit in actual) && declared.includes(FACET_OF[bit])) actual[bit] = false;
    if (expected.sizes && actual[bit] && !(bit in expected)) expected[bit] = false;
  }
  const lit = new Set(here.map((d) => d.field).filter((field) => field in expected || field in actual));
  const unknown = {};
  for (const field of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (!(field in actual)) unknown[field] = actual.error ? "-" : FACET_OF[field] && FACET_OF[field] !== "shape" && !declared.includes(FACET_OF[field]) ? "not shown by it" : "not told";
    else if (field in expected && !same(expected[field], actual[field])) lit.add(field);
    else if (!(field in expected) && (actual.error || expected.error)) lit.add(field);
  }
  return {expected, actual, lit, unknown, cut: answer && (answer.cut || []).find((one) => one.output === k)};
}

// The two columns; a field that differs is marked by a sign too.
function fieldTable(sides, meanings) {
  const fields = [...new Set([...Object.keys(sides.expected), ...Object.keys(sides.actual)])];
  return el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Expected and actual"}, el("table", {class: "fields"},
    el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "field"), el("th", {scope: "col"}, "expected"), el("th", {scope: "col"}, "actual"))),
    el("tbody", {}, fields.map((field) => {
      const lit = sides.lit.has(field);
      const actual = sides.unknown[field] || valueOf(field, sides.actual[field], meanings) + (sides.cut && field === "values" ? " and " + (sides.cut.elements - sides.actual.values.length) + " more, CRC-32 of all " + sides.cut.crc32 : "");
      return el("tr", {class: lit ? "lit" : null}, el("th", {scope: "row"}, (lit ? "\u2260 " : "") + field),
        el("td", {class: "code"}, valueOf(field, sides.expected[field], meanings)), el("td", {class: "code"}, actual));
    }))));
}

// Texts between backticks are code.
const prose = (text) => String(text).split("`").map((part, k) => (k % 2 ? el("code", {}, part) : part));

const GAP = -1;
const numberOf = (n) => (typeof n === "number" ? n.toLocaleString("en-US") : n);

// A sign marks where conformance/picture cuts.
const CUT = "\u2026";

// A picture, and in words what it says.
const drawing = (words, ...what) => el("div", {role: "img", "aria-label": words}, ...what);

// The storage as one strip of numbered cells, and in each the numbers of the elements that lie there, in the colours of their rows.
function strip(layout) {
  const told = layout.cells.map((cell, k) => cell === GAP ? CUT : "cell " + numberOf(cell) + (layout.counts[k] ? ": " + layout.marks[k].map(([text]) => text).join(" ") : ""));
  return drawing("Storage, and the elements in each cell: " + told.join("; "), el("ul", {class: "cells strip"}, layout.cells.map((cell, k) => cell === GAP ? el("li", {}, CUT) :
    el("li", {class: layout.counts[k] ? "used" : null, title: told[k]}, el("small", {}, numberOf(cell)),
      layout.marks[k].map(([text, hue, lit]) => el("span", {class: "mark" + (lit ? " lit" : hue < 0 ? "" : " hue" + hue)}, text))))));
}

// The tensor as grids, with the cell of each element; lit where the other side has another one.
function grids(layout, other) {
  if (!layout.planes.length) return el("p", {}, "no elements");
  const told = [];
  const planes = layout.planes.map((plane, p) => {
    const beside = other && other.planes[p];
    const comparable = beside && beside.label === plane.label && same(beside.rows, plane.rows) && same(beside.columns, plane.columns);
    const rows = plane.rows.map((row, r) => {
      const cells = plane.columns.map((column, c) => {
        if (row === GAP || column === GAP) return [CUT, "gap"];
        const cell = plane.cells[r * plane.columns.length + c];
        const lit = comparable && beside.cells[r * plane.columns.length + c] !== cell;
        return [(lit ? "\u2260" : "") + numberOf(cell), lit ? "lit" : "hue" + plane.hues[r]];
      });
      told.push((plane.label ? plane.label + " " : "") + (row === GAP ? CUT : "row " + row + ": " + cells.map(([text]) => text).join(" ")));
      return el("tr", {}, cells.map(([text, look]) => el("td", {class: look}, text)));
    });
    const more = layout.left_out && p === layout.planes.length - 1 ? el("span", {class: "quiet"}, "(" + numberOf(layout.left_out) + " more) ") : null;
    return [more, el("table", {class: "grid cells", role: "presentation"}, plane.label ? el("caption", {}, plane.label) : null, el("tbody", {}, rows))];
  });
  return drawing("The cell of each element: " + [layout.strides, ...told].filter(Boolean).join("; "), layout.strides ? el("p", {class: "code"}, layout.strides) : null, planes);
}

// A storage before and after a write: what lay in each cell, what is due there and what came out, which is lit where it is another thing.
function cellTable(written) {
  const row = ({name, marks}, last) => el("tr", {}, el("th", {scope: "row"}, name), marks.map((cell) =>
    cell.length ? el("td", {class: last && cell[0][2] ? "lit" : null}, (last && cell[0][2] ? "\u2260" : "") + cell[0][0]) : el("td", {}, CUT)));
  return el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Cells of the storage"}, el("table", {class: "grid cells"},
    el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "cell"), written.rows[0].cells.map((cell) => el("th", {scope: "col"}, cell === GAP ? CUT : numberOf(cell))))),
    el("tbody", {}, written.rows.map((one, k) => row(one, k === written.rows.length - 1)))));
}

// Returns whether a tensor goes from cell to cell.
const isTrivial = (layout) => layout.walk.every((stretch) => stretch.cells.every((cell, k) => k === 0 || Number(cell) - Number(stretch.cells[k - 1]) === 1));

// From element to element, with the jumps between them; that to element `place` is lit, if the layout has one.
function walkOf(layout) {
  const signed = (n) => (n < 0 ? "\u2212" : "+") + numberOf(n < 0 ? -n : n);
  const jump = (cells, k) => typeof cells[k] === "string" || typeof cells[k - 1] === "string" ? " " :
    el("i", {class: k === layout.place ? "here" : null}, signed(cells[k] - cells[k - 1]) + (k === layout.place ? "!" : ""));
  if (isTrivial(layout)) return el("p", {class: "walk code"}, "cell after cell");
  return layout.walk.map((stretch) => el("p", {class: "walk code"}, stretch.first ? CUT + " from element " + numberOf(stretch.first) + " on: " : "",
    stretch.cells.map((cell, k) => [k ? jump(stretch.cells, k) : " ", el("b", {}, numberOf(cell))])));
}

// One side as a picture, or why there is none. Layouts come from conformance/picture, as those of `explain`.
function picture(title, side, layout, other, outside) {
  const head = el("h4", {}, title);
  if (!layout) return el("div", {}, head, el("p", {class: "quiet"}, side.error ? "an error: no tensor" :
    Array.isArray(side.strides) && typeof side.offset === "number" ? "not drawn: it is beyond what can be counted" : "not drawn: what it takes was not told"));
  return el("div", {}, head,
    el("p", {class: "code"}, "sizes " + textOf(side.sizes) + " strides " + textOf(side.strides) + " offset " + textOf(side.offset)),
    el("p", {class: "quiet"}, side.storage === undefined ? "a storage that was not told:" : side.storage ? "a storage of its own:" : "the base's storage:"), strip(layout),
    outside ? el("p", {class: "is-new"}, "\u2717 It reaches outside of its storage.") : null,
    el("p", {class: "quiet"}, "the cell of each element:"), grids(layout, other),
    el("p", {class: "quiet"}, "the walk from element to element:"), walkOf(layout));
}
