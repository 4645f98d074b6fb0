/**
 * Keeps a viewproof adapter to a table of ops: protocol version 1, Node 18 or later, this file and ops.json only.
 *
 * An adapter gives an expression as text for each op: `x` is the tensor that the step acts on, {name} is an argument, as
 * in `permute: "x.transpose(...{dims})"`. The text is compiled once to run it, and printed by
 * `node adapter.mjs --program < requests`, so that what is shown is what ran. `viewproof init` writes one to start from.
 *
 * Integers: up to +-SAFE a Number, beyond it a BigInt, both ways. Elements of int64 and uint64 are always BigInt, complex
 * ones and complex arguments are {re, im}. An item of an index is a Number, true or false, null (a new axis), "...",
 * {start, stop, step} with null where it is left out, or a tensor.
 */
import fs from "node:fs";

export const SAFE = Number.MAX_SAFE_INTEGER; // an integer beyond +-SAFE is a decimal string in JSON, both ways
const SHOWN = 256; // at most this many elements of an output are sent
const CALL_SHOWN = 16384; // a case that calls a kernel shows up to this many, if its base is of values
const DIGESTED = 2 ** 18; // more, up to this, as a CRC-32, if the base is one of DATA
const DATA = ["cycle", "values", "hex"]; // how a base of the form `data` is filled
const KEPT = 2 ** 21; // elements of all bases together that are kept to be cloned
const TENSORS = ["tensor", "value", "literal"]; // types of arguments that may name or spell a tensor
const KINDS = { write: "write", query: "query", observe: "read", forget: "forget" }; // of another kind: outputs
const CALLS = { new: ["", "copy"], in_place: ["_", "write"], out: [".out", "write"] }; // each form's op ends so, and is of this kind
const VIEWS = { // of an op that gives views: its arguments for element k of a tensor of rank 1
  slice: (k) => ({ dim: 0, start: k, end: k + 1, step: 1 }), narrow: (k) => ({ dim: 0, start: k, length: 1 }),
  getitem: (k) => ({ index: [{ start: k, stop: k + 1, step: null }] }), select: (k) => ({ dim: 0, index: k }),
};
export const FORMS = ["digest", "data", "numbers", "index_tensors", "many_outputs", "signed_zero"]; // what a case may need beyond ops, dtypes, facets
export const FACETS = ["values", "strides", "alias", "identity", "exact", "error_kind"];
export const DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
  "complex64", "complex128", "uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2"];

/** The library has no such form: new Unsupported(what, detail); what: op, argument, base or dtype. */
export class Unsupported extends Error {
  constructor(what, detail) {
    super(detail);
    this.what = what;
  }
}

/** The adapter is not what it says: it ends. */
export class Misdeclared extends Error {}

/** A tensor that the case names does not exist in this subject. */
class Missing extends Error {}

/** What console.log prints goes to standard error from here on, so that it does not break the protocol. */
export function guardStdout() {
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

// --- JSON, with every integer kept

const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;
const WIDE = /^-?[1-9]\d{15,}$/;

/** [digits] -> a Number up to +-SAFE, else a BigInt. */
function integer(digits) {
  const whole = BigInt(digits);
  return -SAFE <= whole && whole <= SAFE ? Number(whole) : whole;
}

/** [JSON] -> its value; integers beyond +-SAFE, and the decimal strings that the protocol writes for them, are BigInt. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  let at = 0;
  let token;
  const next = () => {
    TOKEN.lastIndex = at;
    token = TOKEN.exec(text);
    if (!token) throw new SyntaxError(`no JSON at character ${at}`);
    at = TOKEN.lastIndex;
  };
  const expect = (sign) => {
    if (token[1] !== sign) throw new SyntaxError(`expected ${sign} before character ${at}`);
  };
  const members = (end, read) => {
    next();
    if (token[1] === end) return;
    for (;;) {
      read();
      next();
      if (token[1] === end) return;
      expect(",");
      next();
    }
  };
  const value = () => {
    if (token[2]) return WIDE.test(token[2].slice(1, -1)) ? integer(token[2].slice(1, -1)) : JSON.parse(token[2]);
    if (token[3]) return /[.eE]/.test(token[3]) || token[3] === "-0" ? Number(token[3]) : integer(token[3]);
    if (token[4]) return { true: true, false: false, null: null }[token[4]];
    if (token[1] === "[") {
      const list = [];
      members("]", () => list.push(value()));
      return list;
    }
    expect("{");
    const object = {};
    members("}", () => {
      if (!token[2]) throw new SyntaxError(`expected a key before character ${at}`);
      const key = JSON.parse(token[2]);
      next();
      expect(":");
      next();
      object[key] = value();
    });
    return object;
  };
  next();
  const all = value();
  if (text.slice(at).trim()) throw new SyntaxError(`more JSON at character ${at}`);
  return all;
}

/** [value] -> JSON: integers beyond +-SAFE, nan, infinities and -0.0 are strings, undefined members are left out. */
export function write(value) {
  if (typeof value === "number") {
    if (Object.is(value, -0)) return '"-0.0"';
    if (Number.isFinite(value)) return String(value);
    return Number.isNaN(value) ? '"nan"' : value > 0 ? '"inf"' : '"-inf"';
  }
  if (typeof value === "bigint") return -SAFE <= value && value <= SAFE ? String(value) : `"${value}"`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, write).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if ("re" in value) return `[${write(value.re)},${write(value.im)}]`;
  const given = Object.entries(value).filter((entry) => entry[1] !== undefined);
  return `{${given.map(([key, one]) => `${JSON.stringify(key)}:${write(one)}`).join()}}`;
}

// --- elements

/** [list of sizes] -> the elements. */
const product = (sizes) => sizes.reduce((count, size) => count * Number(size), 1);

/** [dtype name] -> bytes of one element. */
export const itemsize = (dtype) => (dtype === "bool" ? 1 : Number(dtype.match(/\d+/)[0]) / 8);

/** [dtype name, count, f] -> the list of f(0) to f(count - 1) as the dtype has them. */
function listOf(dtype, count, f) {
  const of = /int64/.test(dtype) ? (k) => BigInt(f(k)) : f;
  return Array.from({ length: count }, (_, k) => of(k));
}

/** [dtype name, elements] -> what `count` elements hold before anything is written. */
export function iota(dtype, count) {
  if (dtype === "bool") return listOf(dtype, count, (k) => k % 3 === 0);
  return listOf(dtype, count, dtype.startsWith("complex") ? (k) => ({ re: 2 * k + 1, im: 2 * k + 2 }) : (k) => k + 1);
}

/** [dtype name] -> the elements of a base with `"fill":"cycle"`, which begin again after these. */
function cycle(dtype) {
  if (!dtype.startsWith("complex")) return iota(dtype, dtype === "bool" ? 3 : 97);
  return listOf(dtype, 97, (k) => ({ re: ((2 * k) % 97) + 1, im: ((2 * k + 1) % 97) + 1 }));
}

/** [is a dtype of the chain bool, bytes] -> the bytes of a base with `"fill":"bytes"`. */
const byteFill = (hasBool, count) => Uint8Array.from({ length: count }, (_, k) => (hasBool ? k % 3 === 0 : k % 251));

/** [the base's dtype name, steps] -> whether a dtype of the chain is bool. */
const hasBool = (dtype, chain) => [dtype, ...chain.map((step) => step.dtype)].includes("bool");

/** [hex digits] -> bytes. */
const unhex = (digits) => Uint8Array.from(Buffer.from(String(digits), "hex"));

/** [a written number as JSON has it] -> a Number, a BigInt or {re, im}. */
function number(value) {
  const words = { nan: NaN, inf: Infinity, "-inf": -Infinity };
  if (typeof value === "string") return words[value] ?? Number(value);
  return value?.complex ? { re: number(value.complex[0]), im: number(value.complex[1]) } : value;
}

/** [dtype name, values as JSON has them] -> numbers. */
function elements(dtype, values) {
  if (/int64/.test(dtype)) return values.map(BigInt);
  if (!dtype.startsWith("complex")) return values.map(number);
  return values.map((v) => (Array.isArray(v) ? { re: number(v[0]), im: number(v[1]) } : { re: number(v), im: 0 }));
}

const FLOAT = new Float32Array(1);
const BITS = new Uint32Array(FLOAT.buffer);

/** [bits of bfloat16, 0 to 65535] -> numbers; for a library that has it as uint16 or not at all. */
export function fromBfloat16(bits) {
  return Array.from(bits, (half) => {
    BITS[0] = half << 16;
    return FLOAT[0];
  });
}

/** [numbers] -> their bits as bfloat16, a Uint16Array: rounded to nearest, ties to even. */
export function toBfloat16(values) {
  return Uint16Array.from(values, (value) => {
    FLOAT[0] = value;
    if (Number.isNaN(value)) return 0x7fc0;
    return (BITS[0] + 0x7fff + ((BITS[0] >>> 16) & 1)) >>> 16;
  });
}

const TABLE = Uint32Array.from({ length: 256 }, (_, k) => {
  for (let bit = 0; bit < 8; bit++) k = (k >>> 1) ^ (k & 1 ? 0xedb88320 : 0);
  return k;
});

/** [bytes] -> zlib's CRC-32 of them, as eight hex digits. */
export function crc32(bytes) {
  let crc = -1;
  for (let k = 0; k < bytes.length; k++) crc = TABLE[(crc ^ bytes[k]) & 255] ^ (crc >>> 8);
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** [typed array] -> its bytes. */
export const bytesOf = (list) => new Uint8Array(list.buffer, list.byteOffset, list.byteLength);

// --- helpers of an adapter

/**
 * [index(x, items), rank(x), what takes a whole dimension] -> at(x, dim, item): x with one item, a number, a range or a
 * tensor, on one dimension, for a library without a function per op. A dim out of range is left to the library: it gets
 * more items than x has dimensions.
 */
export function indexer(index, rank, all = { start: null, stop: null, step: null }) {
  return (x, dim, item) => {
    const place = dim < 0 ? Number(dim) + rank(x) : Number(dim);
    return index(x, [...Array(place < 0 ? rank(x) : Math.min(place, rank(x))).fill(all), item]);
  };
}

/** [argument, name: [step, output] -> code] -> it as code. */
function code(value, name) {
  if (Array.isArray(value)) return `[${value.map((one) => code(one, name)).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value === null || typeof value !== "object") return typeof value === "string" ? JSON.stringify(value) : String(value);
  return `{${Object.entries(value).map(([key, one]) => `${key}: ${code(one, name)}`).join(", ")}}`;
}

/** The rows of ops.json, beside this file or in ../python, by name. */
function readOps() {
  const places = ["ops.json", "../python/ops.json"].map((path) => new URL(path, import.meta.url));
  const place = places.find((url) => fs.existsSync(url));
  if (!place) throw new Misdeclared(`${places[0].pathname}: expected ops.json beside the SDK`);
  return Object.fromEntries(JSON.parse(fs.readFileSync(place, "utf8")).map((op) => [op.name, op]));
}

export const OPS = readOps();
const typeOf = (op, parameter) => OPS[op].parameters.find((p) => p.name === parameter)?.type;
const sameKeys = (a, b) => a.length === b.size && a.every((key) => b.has(key));

/** [observe, shares] -> an observe that finds the storage key by asking about one tensor of each storage. */
function byAsking(observe, shares) {
  return (x, memo) => {
    memo.known ??= []; // [tensor that was seen and lives, its key]
    const asked = new Set();
    let key;
    for (const [y, other] of memo.known) {
      if (x === y || (!asked.has(other) && shares(x, y))) {
        key = other;
        break;
      }
      asked.add(other);
    }
    key ??= {};
    memo.known.push([x, key]);
    return { ...observe(x, memo), storage: key };
  };
}

/**
 * One subject. Fields of its declaration:
 *
 * name, version, language, device: of the subject.
 * facets: what the library can show beside shapes, so what is compared: "values", every element; "strides", and offsets;
 *   "alias", which tensors share a storage; "identity", the very same object came back; "exact", strides of size-1 and
 *   empty dimensions too; "error_kind".
 * dtypes: {dtype name: what replaces {dtype} in `make`, in `fromBytes` and in an op's expression}.
 * ops: {op: expression}; a write is an expression too; a list is many outputs. drop: any expression says that the subject
 *   has it; the SDK lets the tensor go.
 * borrowed: more such ops, which the library lacks and the adapter carries out to set cases up; never blamed.
 * writes: "in_place", or "rebind" of a library in which no tensor sees another's writes: what a write's expression gives
 *   replaces the tensor under the name that the step acts on; undefined or null keeps the object that is there.
 * runChain(program, x): what compiles the whole chain, a function of the base, and runs it, giving what that gives, of
 *   which only the last step is observed: (program, x) => jit(program)(x). program.source is its text.
 * shares(x, y): whether two tensors have the same buffer, overlap or not, of a library that cannot tell which buffer that
 *   is; `storage` of what observe gives is not looked at then.
 * units: "elements", or "bytes" if observe gives strides and offset in bytes; a fraction of an element is shown as one.
 * names: {name: what it means in expressions}.
 * make, fromBytes: expressions for a fresh contiguous tensor of {dtype} and {sizes}, from {values} (flat list) or from
 *   {data} (Uint8Array, row-major). clone: an expression for a copy of x in memory of its own, a new object.
 * observe(x, memo) -> {dtype: its name, sizes, strides, offset, contiguous, storage, conj, neg}: lists of Numbers or
 *   BigInts; the offset counts from the start of the storage; what is equal (===) as storage is one storage; memo is an
 *   object that lives as long as the case. What belongs to no declared facet may be left out.
 * sparse: an expression for a sparse tensor of {sizes} from the tensors {indices} and {entries}, and {coalesced}.
 * values, bytes: expressions for the flat row-major list of x, and for its bytes, a Uint8Array.
 * forms: those of FORMS that the SDK may be asked for. `digest` and `data` need nothing but `bytes` and `fromBytes`.
 * kind(op, error) -> an error kind, or undefined for a text that nobody mapped.
 * calls: kernels, which are functions of the library that are no ops (../../PROTOCOL.md, section 14): a list of {name,
 *   operands, dtypes, ulps, writes, may_alias}, as in hello, and of functions of all operands, in their order:
 *   new: (x, y) => a tensor, or a list of them; in_place: (x, y) => writes to x; out: (x, y, o) => writes to o. Of several
 *   targets, out is (x, y, o1, o2): each of its parameters after the operands is one. A writes of "rebind" declares new alone.
 * All other fields stand in hello as they are: views, copies, max_rank, after_error, index_range, case_seconds, batch, ints.
 */
export class Adapter {
  constructor({ name, version, dtypes, ops, facets, names = {}, make, clone, observe, fromBytes, values = "null",
    bytes = "null", sparse, forms = [], kind = () => undefined, language = "javascript", device = "cpu", borrowed = {},
    writes = "in_place", runChain, shares, units = "elements", calls = [], ...hello }) {
    Object.assign(this, { dtypes, kind, runChain, makeText: make, fromBytesText: fromBytes, sparseText: sparse });
    this.ops = { ...ops, ...borrowed };
    this.rebinds = writes === "rebind";
    this.inBytes = units === "bytes";
    this.has = Object.fromEntries(FACETS.map((facet) => [facet, facets.includes(facet)]));
    this.hasContiguous = "is_contiguous" in ops;
    const own = { _number: number, _tensor: this._tensor.bind(this), _dtype: this._dtype.bind(this),
      _items: this._items.bind(this) };
    this.names = { ...names, ...own };
    const kernels = calls.map((kernel) => this._declare(kernel));
    const lacking = kernels.filter(({ forms }) => !forms.length).map((kernel) => kernel.name);
    this.calls = Object.fromEntries(Object.entries(this.ops).map(([op, text]) => [op, this._call(op, text)]));
    const made = (text, source) => text && this._function(["dtype", "sizes", source], text.replace(/\{(\w+)\}/g, "$1"));
    this.make = made(make, "values");
    this.fromBytes = made(fromBytes, "data");
    this.sparse = sparse && this._function(["indices", "entries", "sizes", "coalesced"], sparse.replace(/\{(\w+)\}/g, "$1"));
    this.clone = this._function(["x"], clone);
    this.values = this._function(["x"], values);
    this.bytes = this._function(["x"], bytes);
    this.observe = shares ? byAsking(observe, shares) : observe;
    this.fresh = new Map(); // dtype, sizes, fill -> a tensor to clone
    this.kept = 0; // elements of them
    this.hello = {
      protocol: 1, subject: { name, version, language, device }, ops: Object.keys(ops).sort(),
      dtypes: DTYPES.filter((d) => d in dtypes), facets: FACETS.filter((f) => this.has[f]),
      forms: FORMS.filter((f) => forms.includes(f)), borrowed: Object.keys(borrowed).sort(), writes,
      ...(runChain ? { observes: "last" } : {}), ...hello };
    if (calls.length) this.hello.calls = kernels.filter(({ forms }) => forms.length);
    if (lacking.length) this.hello.left_out = [...(hello.left_out ?? []), `kernels that it lacks: ${lacking.join(" ")}`];
    if (shares) this._checkShares(shares);
  }

  /** [a kernel] -> it as in hello. Its forms are this subject's ops: "call.add.out" is `call_add.out(x, {y}, {o})`. */
  _declare({ name, operands, dtypes, ulps, writes, may_alias, ...functions }) {
    const refuse = (field, why) => {
      throw new TypeError(`calls: kernel "${name}", "${field}": ${why}`);
    };
    if (!/^[a-z0-9_]+$/.test(name ?? "")) refuse("name", "expected small letters, digits and _");
    if (`call_${name}` in this.names) refuse("name", `twice, or names has a call_${name}`);
    if (!Array.isArray(operands)) refuse("operands", `expected a list of texts, not ${typeof operands}`);
    for (const [field, run] of Object.entries(functions)) {
      if (!Object.hasOwn(CALLS, field)) refuse(field, "unknown");
      if (typeof run !== "function") refuse(field, `expected a function, not ${typeof run}`);
    }
    if (!Object.keys(functions).length) refuse("new", "missing, as are in_place and out");
    const count = functions.out ? functions.out.length - operands.length : 0;
    if (functions.out && count < 1) refuse("out", "expected the operands as parameters, and then each target");
    const forms = Object.keys(CALLS).filter((form) => functions[form] && (form === "new" || !this.rebinds));
    const others = operands.slice(1).map((operand) => /^\w*/.exec(operand)[0]);
    const targets = count === 1 ? ["o"] : Array.from({ length: count }, (_, k) => `o${k + 1}`);
    for (const form of forms) {
      const [[end, kind], words] = [CALLS[form], form === "out" ? [...others, ...targets] : others];
      OPS[`call.${name}${end}`] = { kind, many: false, parameters: words.map((word) => ({ name: word, type: "tensor" })) };
      this.ops[`call.${name}${end}`] = `call_${name}.${form}(${["x", ...words.map((word) => `{${word}}`)].join(", ")})`;
    }
    this.names[`call_${name}`] = functions;
    return { name, operands, dtypes, ulps, writes, may_alias, forms };
  }

  /** Refuses a `shares` that asks for an overlap, or that says yes to everything. */
  _checkShares(shares) {
    const dtype = this.hello.dtypes[0];
    const x = this.make(this.dtypes[dtype], [4], iota(dtype, 4));
    const op = Object.keys(VIEWS).find((v) => this.hello.ops.includes(v) && !this.hello.copies?.includes(v));
    if (op && !shares(...[0, 2].map((k) => this.calls[op].run(x, VIEWS[op](k), [])))) {
      throw new Misdeclared(`shares(): two views of one tensor by ${op}, which do not overlap: expected true, not false`);
    }
    if (shares(x, this.clone(x))) throw new Misdeclared("shares(): a tensor and its clone: expected false, not true");
  }

  /** [parameters, expression] -> the function, in which the adapter's names have their meaning. */
  _function(parameters, text) {
    const body = `"use strict"; return (${parameters.join()}) => (${text})\n//# sourceURL=viewproof-expression`;
    return new Function(...Object.keys(this.names), body)(...Object.values(this.names));
  }

  /** [op, expression] -> its function of operand, step and tensors so far; a step's keys; its kind. */
  _call(op, text) {
    if (!OPS[op]) throw new Misdeclared(`ops: there is no op "${op}"`);
    const keys = new Set(["op"]);
    const spelt = text.replace(/\{(\w+)\}/g, (_, key) => {
      const [type, argument] = [typeOf(op, key), `_step["${key}"]`];
      if (!type) throw new Misdeclared(`ops: "${op}" has no argument {${key}}`);
      keys.add(key);
      if (type === "index") return `_items(${argument}, _made)`;
      if (type === "dtype" || type === "number") return `_${type}(${argument})`;
      return TENSORS.includes(type) ? `_tensor(${argument}, _made)` : argument;
    });
    return { run: this._function(["x", "_step", "_made"], spelt), keys, kind: KINDS[OPS[op].kind] ?? "outputs" };
  }

  /** [dtype name] -> what replaces it. */
  _dtype(name) {
    if (!(name in this.dtypes)) throw new Unsupported("dtype", name);
    return this.dtypes[name];
  }

  /** [argument, tensors so far] -> the tensor that it names or spells, or the number that it is. */
  _tensor(value, made) {
    if (Array.isArray(value)) return this._named(value, made);
    return value?.dtype ? this._literal(value) : number(value);
  }

  /** [an index, tensors so far] -> its items. */
  _items(items, made) {
    return items.map((item) => {
      if (Array.isArray(item)) return this._named(item, made);
      if (item === null || typeof item !== "object") return item;
      if (item.dtype) return this._literal(item);
      this._refuseOthers(item, ["start", "stop", "step"]);
      return { start: item.start ?? null, stop: item.stop ?? null, step: item.step ?? null };
    });
  }

  _refuseOthers(object, known) {
    const odd = Object.keys(object).filter((key) => !known.includes(key));
    if (odd.length) throw new Unsupported("argument", odd.sort().join(", "));
  }

  /** [a literal's fields] -> a fresh tensor; without values it holds iota. */
  _literal(literal) {
    this._refuseOthers(literal, ["dtype", "sizes", "values"]);
    const { dtype, sizes, values } = literal;
    const of = this._dtype(dtype);
    return this.make(of, sizes, values ? elements(dtype, values) : iota(dtype, product(sizes)));
  }

  /** [[step, output], tensors so far] -> that tensor. */
  _named([step, output], made) {
    const x = made[step]?.[output];
    if (x === undefined || x === null) throw new Missing();
    return x;
  }

  /** [a sparse base] -> it, its entries and its indices. */
  _sparse(base) {
    if (!this.sparse || !sameKeys(Object.keys(base), new Set(["layout", "dtype", "sizes", "indices", "coalesced"]))) {
      throw new Unsupported("base", write(base).slice(0, 500));
    }
    const [rank, count] = [base.indices.length, base.indices[0].length];
    const entries = this._literal({ dtype: base.dtype, sizes: [count, ...base.sizes.slice(rank)] });
    const indices = this._literal({ dtype: "int64", sizes: [rank, count], values: base.indices.flat() });
    return [this.sparse(indices, entries, base.sizes, base.coalesced), entries, indices];
  }

  /** [case] -> its base, a copy in memory of its own, and how it is filled. */
  _base(base, chain) {
    let fill = base.fill ?? (base.values ? "values" : "hex" in base ? "hex" : "iota");
    if (Object.keys(base).length !== (fill === "iota" ? 2 : 3) || !["iota", "bytes", ...DATA].includes(fill)) {
      throw new Unsupported("base", write(base).slice(0, 500));
    }
    const { dtype, sizes } = base;
    this._dtype(dtype);
    if (fill === "values" || fill === "hex") return [this.clone(this._filled(dtype, sizes, fill, base[fill])), fill];
    if (fill === "bytes" && hasBool(dtype, chain)) fill = "bool bytes";
    const key = `${dtype} ${fill} ${sizes}`;
    if (!this.fresh.has(key)) {
      const x = this._filled(dtype, sizes, fill);
      this.kept += product(sizes);
      if (this.kept > KEPT || this.fresh.size >= 1000) {
        this.fresh.clear();
        this.kept = product(sizes);
      }
      this.fresh.set(key, x);
    }
    const copy = this.clone(this.fresh.get(key));
    if (this.rebinds && copy === this.fresh.get(key)) throw new Misdeclared("clone: expected a new object");
    return [copy, fill];
  }

  /** [dtype name, sizes, fill, and what it is in `values` or `hex`] -> a tensor that holds it. */
  _filled(dtype, sizes, fill, data) {
    const [count, of] = [product(sizes), this.dtypes[dtype]];
    if (this.has.values && !this.fromBytes && !["iota", "values"].includes(fill)) {
      throw new Unsupported("base", `${fill}: the adapter has no fromBytes`);
    }
    if (fill === "iota" || fill === "values" || !this.fromBytes) {
      return this.make(of, sizes, fill === "values" ? elements(dtype, data) : iota(dtype, count));
    }
    if (fill === "hex") return this.fromBytes(of, sizes, unhex(data));
    const all = fill === "cycle" ? new Uint8Array(count * itemsize(dtype)) :
      byteFill(fill === "bool bytes", count * itemsize(dtype));
    if (fill === "cycle") {
      const period = cycle(dtype);
      const once = this.bytes(this.make(of, [period.length], period));
      for (let k = 0; k < all.length; k += once.length) all.set(once.subarray(0, all.length - k), k);
    }
    return this.fromBytes(of, sizes, all);
  }

  /** [case] -> its reply, a line. */
  answer(test) {
    const run = { made: [], entries: [], memo: {}, numbers: new Map(), fill: "iota", shown: SHOWN }; // made: the outputs of each step
    try {
      const parts = this._start(test, run);
      parts.forEach((part, k) => run.numbers.set(this.observe(part, run.memo).storage, k));
      (this.runChain ? this._runWhole : this._run).call(this, test.chain, run);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      const unsupported = { step: run.made.length, what: error.what, detail: error.message };
      return `${write({ id: String(test.id), unsupported })}\n`;
    }
    return `{"id":${JSON.stringify(String(test.id))},"steps":[${run.entries.join()}]}\n`;
  }

  /** Makes the base -> the tensors whose storages are numbered first. A base that the library refuses costs no process. */
  _start({ base, chain }, run) {
    try {
      if ("layout" in base) {
        const [x, ...parts] = this._sparse(base);
        run.made.push([x]);
        return parts;
      }
      const [x, fill] = this._base(base, chain);
      run.fill = fill;
      if (fill === "values" && chain.some((step) => step.op.startsWith("call."))) run.shown = CALL_SHOWN;
      run.made.push([x]);
      return [x];
    } catch (error) {
      if (error instanceof Unsupported || error instanceof Misdeclared) throw error;
      throw new Unsupported("base", `${error?.name}: ${error?.message}`.slice(0, 500));
    }
  }

  /** [step] -> what _call made of its op, if its keys are the op's. */
  _callOf(step) {
    const call = Object.hasOwn(this.calls, step.op) && this.calls[step.op];
    if (!call) throw new Unsupported("op", step.op);
    const keys = Object.keys(step).filter((key) => key !== "on");
    if (!sameKeys(keys, call.keys)) {
      const odd = [...keys.filter((key) => !call.keys.has(key)), ...[...call.keys].filter((key) => !keys.includes(key))];
      throw new Unsupported("argument", `${step.op}: ${odd.sort().join(", ")}`.slice(0, 500));
    }
    return call;
  }

  /** Runs the chain on the base, made[0][0]; appends what each step made, and its entry of the reply. */
  _run(chain, run) {
    let current = 0; // its first output is the current tensor
    for (const step of chain) {
      const call = this._callOf(step);
      let [entry, results] = ["", []];
      try {
        const operand = this._named(step.on ?? [current, 0], run.made);
        let y;
        if (call.kind === "forget" || (call.kind === "write" && this.rebinds)) {
          this._replace(call, step, step.on ?? [current, 0], run);
        } else {
          y = call.run(operand, step, run.made);
        }
        entry = this._entry(call.kind, y, operand, run);
        if (call.kind === "outputs") results = Array.isArray(y) ? y : [y];
      } catch (error) {
        if (error instanceof Unsupported || error instanceof Misdeclared) throw error;
        entry = error instanceof Missing ? '{"unobserved":true}' : this._error(step.op, error);
      }
      run.entries.push(entry);
      run.made.push(results);
      if (results.length) current = run.made.length - 1;
    }
  }

  /** As _run, with the chain as one function; only its last entry says something. */
  _runWhole(chain, run) {
    const program = this._program(chain, run.made);
    const last = chain[chain.length - 1];
    chain.slice(1).forEach(() => run.entries.push('{"unobserved":true}'));
    try {
      run.entries.push(this._entry(this._callOf(last).kind, this.runChain(program, run.made[0][0]), undefined, run));
    } catch (error) {
      if (error instanceof Unsupported) throw error;
      run.entries.push(this._error(last.op, error));
    }
  }

  /** [kind of the op, what it gave, operand, the run] -> the entry of the reply. */
  _entry(kind, y, operand, run) {
    if (kind === "outputs") {
      return `{"outputs":[${(Array.isArray(y) ? y : [y]).map((one) => this._output(one, operand, run)).join()}]}`;
    }
    if (kind === "write" || kind === "forget") return '{"outputs":[]}';
    if (kind === "query") return write({ result: Boolean(y) });
    const { dtype, sizes } = this.observe(y, run.memo);
    return `{"outputs":[${write(this._content(y, dtype, sizes, run))}]}`;
  }

  /** [tensor, its dtype name and sizes, the run] -> the fields that show its elements. */
  _content(x, dtype, sizes, { fill, shown }) {
    const count = product(sizes);
    if (!this.has.values || count > DIGESTED) return {};
    if (count > shown) return DATA.includes(fill) ? { crc32: crc32(this.bytes(x)) } : {};
    if (!["bytes", "bool bytes", "hex"].includes(fill)) return { values: count === 0 ? [] : this.values(x) };
    return { bytes: Buffer.from(this.bytes(x)).toString("hex") };
  }

  /** [tensor, operand, the run] -> it as JSON, with the fields that the facets need. */
  _output(x, operand, run) {
    const seen = this.observe(x, run.memo);
    const { dtype, sizes } = seen;
    const shown = { dtype, sizes };
    if (this.has.strides) {
      const unit = this.inBytes ? itemsize(dtype) : 1;
      shown.strides = Array.from(seen.strides, (stride) => inElements(stride, unit));
      shown.offset = inElements(seen.offset ?? null, unit); // null is a difference, a missing field a fault
      if (this.hasContiguous) shown.contiguous = seen.contiguous;
    }
    if (this.has.alias) {
      if (!run.numbers.has(seen.storage)) run.numbers.set(seen.storage, run.numbers.size);
      shown.storage = run.numbers.get(seen.storage);
    }
    if (this.has.identity && x === operand) shown.self = true;
    if (this.has.exact && seen.conj) shown.conj = true;
    if (this.has.exact && seen.neg) shown.neg = true;
    return write({ ...shown, ...this._content(x, dtype, sizes, run) });
  }

  /**
   * Drops a tensor, or puts what a write gives in its place: under this name alone. If then its storage has no other
   * tensor, the storage's key is free for another storage.
   */
  _replace(call, step, [at, output], run) {
    const { made, memo, numbers } = run;
    const old = made[at][output];
    const key = this.observe(old, memo).storage;
    let now = call.kind === "write" ? call.run(old, step, made) : undefined;
    let changed;
    if (call.kind === "write" && (now === undefined || now === null || now === old)) now = changed = old;
    made[at] = made[at].map((x, k) => (k === output ? now : x));
    const alive = made.flat().filter((x) => x !== undefined);
    const known = memo.known ?? []; // byAsking's; the tensor that a write changed may be elsewhere now
    for (const name of Object.keys(memo)) delete memo[name];
    memo.known = known.filter(([x]) => x !== changed && alive.includes(x));
    // A tensor that a write made may lie where its operand did, and is no view of it.
    const others = alive.filter((x) => call.kind === "forget" || x !== now);
    if (numbers.has(key) && !others.some((x) => this.observe(x, memo).storage === key)) {
      numbers.set({}, numbers.get(key));
      numbers.delete(key);
    }
  }

  /** [op, what was thrown] -> the entry that reports it. */
  _error(op, error) {
    const frames = String(error?.stack).slice(String(error).lastIndexOf("\n") + 1).split("\n").slice(1);
    const isMisspelt = (error instanceof TypeError || error instanceof ReferenceError) && // a function of a kernel is ours, too
      frames.slice(0, op.startsWith("call.") ? 2 : 1).some((line) => /\sat .*viewproof-(expression|program)/.test(line));
    const message = Buffer.from(String(error?.message ?? error).slice(0, 600)).toString(); // without half a character
    return write({ error: { kind: (this.has.error_kind && this.kind(op, error)) || undefined, message, misspelt: isMisspelt || undefined } });
  }

  /** [case] -> its lines as code; a step that fails says what it throws. */
  program(test) {
    return [...this._shown(test)].join("").split("\n").map((line) => line.split("\r").pop());
  }

  /**
   * The pieces of these lines: each line before it runs, which may end the process, and after it what else is to be said.
   * What stands before "\r" in a line has turned out otherwise.
   */
  * _shown({ base, chain }) {
    const isSparse = "layout" in base;
    yield `let t0 = ${isSparse ? this._spellSparse(base) : this._spellBase(base)};`;
    const made = [[(isSparse ? this._sparse(base) : this._base(base, chain))[0]]];
    const attempt = (run) => {
      try {
        return [run(), ""];
      } catch (error) {
        return [undefined, ` // throws ${String(error).split(/[\r\n]/)[0].slice(0, 120)}`];
      }
    };
    if (this.runChain) {
      const program = this._program(chain, made);
      yield `\n${program.source}\nrunChain(program, t0);`;
      yield attempt(() => this.runChain(program, made[0][0]))[1];
      return;
    }
    const isMany = [false];
    let current = [0, 0];
    for (const [k, step] of chain.entries()) {
      const { run, kind } = this._callOf(step);
      const on = step.on ?? current;
      const [line, other] = [true, false].map((gives) => `${this._line(k + 1, step, namer(isMany)(on), namer(isMany), gives)};`);
      yield `\n${line}`;
      const [y, failure] = kind === "forget" ? [undefined, ""] : attempt(() => run(this._named(on, made), step, made));
      yield ((y ?? null) === null && other !== line ? `\r${other}` : "") + failure;
      if (kind === "forget" || (kind === "write" && this.rebinds && y)) {
        made[on[0]] = made[on[0]].map((x, at) => (at === on[1] ? y : x));
      }
      isMany.push(Array.isArray(y));
      made.push(failure || kind !== "outputs" ? [] : isMany[k + 1] ? y : [y]);
      if (made[k + 1].length) current = [k + 1, 0];
    }
  }

  /** [steps, [base]] -> the chain as a function of its base; `made` grows with each step that can be spelt. */
  _program(chain, made) {
    const name = namer([false, ...chain.map((step) => OPS[step.op]?.many)]);
    const lines = ["function program(t0) {"];
    let [current, shown] = [[0, 0], "t0"];
    chain.forEach((step, at) => {
      const [n, isLast] = [at + 1, at + 1 === chain.length];
      const { kind } = this._callOf(step);
      const operand = step.on ? name(step.on) : kind === "write" ? name(current) : shown;
      const line = this._line(n, step, operand, name);
      if (kind === "query" || kind === "read") {
        if (isLast) lines.push(`  return ${line};`);
      } else {
        lines.push(`  ${line};`);
        if (isLast) lines.push(`  return ${kind === "outputs" ? `t${n}` : operand};`);
      }
      if (kind === "outputs") { // these two may give nothing: then the last tensor is still the current one
        const mayBeNone = step.op === "unbind" || step.split_sizes?.length === 0;
        [current, shown] = [[n, 0], mayBeNone ? `[...t${n}, ${shown}][0]` : name([n, 0])];
      }
      made.push([]);
    });
    const source = [...lines, "}"].join("\n");
    const body = `"use strict"; ${source}\nreturn program\n//# sourceURL=viewproof-program`;
    return Object.assign(new Function(...Object.keys(this.names), body)(...Object.values(this.names)), { source });
  }

  /** [number, step, operand as code, name: [step, output] -> code, whether it gives something] -> it as code. */
  _line(n, step, operand, name, gives = true) {
    const { kind } = this._callOf(step);
    const text = kind === "forget" ? "undefined" : this._text(step, operand, name);
    if (kind === "outputs" && gives) return `let t${n} = ${text}`;
    return kind === "forget" || (kind === "write" && this.rebinds && gives) ? `${operand} = ${text}` : text;
  }

  /** [step, operand as code, name: [step, output] -> code] -> its expression as code. */
  _text(step, operand, name) {
    const spell = (_, key) => {
      const [value, type] = [step[key], typeOf(step.op, key)];
      if (type === "index") return `[${value.map((item) => this._spellItem(item, name)).join(", ")}]`;
      if (type === "dtype") return this._spellDtype(value);
      if (TENSORS.includes(type) && Array.isArray(value)) return name(value);
      return value?.dtype ? this._spell(value) : code(TENSORS.includes(type) || type === "number" ? number(value) : value);
    };
    return this.ops[step.op].replace(/\bx\b(?!})/g, operand).replace(/\{(\w+)\}/g, spell);
  }

  _spellItem(item, name) {
    if (Array.isArray(item)) return name(item);
    return item?.dtype ? this._spell(item) : code(item);
  }

  /** [dtype name] -> what replaces it, as code. */
  _spellDtype(dtype) {
    const of = this._dtype(dtype);
    if (typeof of === "string") return code(of);
    for (const [key, value] of Object.entries(this.names)) {
      if (value === of) return key;
      const member = Object.keys(value ?? {}).find((one) => value[one] === of && /^[A-Za-z_$][\w$]*$/.test(one));
      if (member) return `${key}.${member}`;
    }
    return typeof of === "function" ? of.name : code(of);
  }

  /** [a base's fields, how it is filled] -> its expression as code, with the values written out. */
  _spell({ dtype, sizes, values }) {
    const list = values ? elements(dtype, values) : iota(dtype, product(sizes));
    const of = { dtype: this._spellDtype(dtype), sizes: code(sizes), values: code(list) };
    return this.makeText.replace(/\{(\w+)\}/g, (_, key) => of[key]);
  }

  _spellBase(base) {
    const { dtype, sizes, fill } = base;
    if (!this.fromBytes || !(fill || "hex" in base)) return this._spell(base);
    const data = this.bytes(this._base(base, [])[0]);
    const of = { dtype: this._spellDtype(dtype), sizes: code(sizes), data: `Uint8Array.from(${code([...data])})` };
    return this.fromBytesText.replace(/\{(\w+)\}/g, (_, key) => of[key]);
  }

  _spellSparse({ dtype, sizes, indices, coalesced }) {
    const [rank, count] = [indices.length, indices[0].length];
    const of = { sizes: code(sizes), coalesced: String(coalesced),
      indices: this._spell({ dtype: "int64", sizes: [rank, count], values: indices.flat() }),
      entries: this._spell({ dtype, sizes: [count, ...sizes.slice(rank)] }) };
    return this.sparseText.replace(/\{(\w+)\}/g, (_, key) => of[key]);
  }

  /** [line of a request, answer(text)] -> the exit status of the process if it ends it. */
  _serve(line, say) {
    const request = parse(line);
    if (request.run) {
      for (const test of request.run) say(this.answer(test)); // each at once, so that a death loses no answer
    } else if (request.hello) {
      if (request.hello.protocol !== 1) return 2;
      say(`${write({ hello: this.hello })}\n`);
    }
    return request.bye ? 0 : undefined;
  }

  /** The process: `--program < requests` prints each case as code, without arguments it serves; gives the exit status. */
  main() {
    const isShown = process.argv[2] === "--program";
    for (const line of lines(0)) {
      if (isShown) {
        for (const test of parse(line).run ?? []) {
          for (const text of this._shown(test)) say(text);
          say("\n\n");
        }
      } else {
        const status = this._serve(line, say);
        if (status !== undefined) return status;
      }
    }
    return 0;
  }
}

/** [stride or offset in units of 1/unit elements] -> in elements. */
function inElements(count, unit) {
  if (unit === 1 || count === null) return count;
  if (typeof count !== "bigint") return count / unit;
  return count % BigInt(unit) === 0n ? integer(String(count / BigInt(unit))) : Number(count) / unit;
}

/** [for each step, whether it gives a list] -> [step, output] -> the name of that tensor in code. */
const namer = (isMany) => ([step, output]) => (isMany[step] ? `t${step}[${output}]` : `t${step}`);

/** [a call of fs that a pipe may refuse for now] -> what it gives. */
function patiently(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a millisecond
    }
  }
}

/** [descriptor] -> its lines, as they come. */
function* lines(descriptor) {
  const chunk = Buffer.alloc(2 ** 16);
  let parts = [];
  for (let count; (count = patiently(() => fs.readSync(descriptor, chunk))) > 0;) {
    let from = 0;
    for (let end; (end = chunk.subarray(0, count).indexOf(10, from)) >= 0; from = end + 1) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
      parts = [];
    }
    if (from < count) parts.push(Buffer.from(chunk.subarray(from, count)));
  }
  if (parts.length) yield Buffer.concat(parts).toString();
}

/** Writes all of a text to standard output. */
function say(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += patiently(() => fs.writeSync(1, bytes, at));
}
