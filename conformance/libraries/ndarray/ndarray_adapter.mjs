// npm's ndarray as a subject: in the folder of this file or of the caller, `npm install ndarray@1.1.1`, then
//   tools/viewproof check -- node conformance/libraries/ndarray/ndarray_adapter.mjs
// It has no function per dimension: pick, lo, hi and step take an argument for each, null to leave one alone. It checks
// nothing, and has no writes but set(): those of fill_, zero_ and copy_ are borrowed.
import { createRequire } from "node:module";
import * as sdk from "../../sdk/javascript/viewproof_adapter.mjs";

sdk.guardStdout();
/** [package] -> it, of this file's folder or of the one that the process was started in. */
function load(name) {
  for (const place of [import.meta.url, `${process.cwd()}/`]) {
    try {
      return createRequire(place)(name);
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  const here = decodeURIComponent(new URL(".", import.meta.url).pathname);
  console.error(`ndarray: there is no package ${name}; install it:\n    npm install --prefix ${here} ${name}@1.1.1`);
  return process.exit(3);
}
const ndarray = load("ndarray");

const TYPES = { uint8: Uint8Array, int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
  float32: Float32Array, float64: Float64Array };
const NAMES = new Map(Object.entries(TYPES).map(([name, type]) => [type, name]));

/** [array, visit(index list)] -> the list of what it gives for each element, row-major. */
function each(x, visit) {
  let indices = x.shape.includes(0) ? [] : [[]];
  for (const size of x.shape) {
    indices = indices.flatMap((index) => Array.from({ length: Math.max(size, 0) }, (_, k) => [...index, k]));
  }
  return indices.map((index) => visit(index));
}

function observe(x) {
  return { dtype: NAMES.get(x.data.constructor), sizes: x.shape, strides: x.stride, offset: x.offset, storage: x.data };
}

/** Writes each element of src, which is broadcast, to x. */
function copy(x, src) {
  const more = x.dimension - src.dimension;
  if (more < 0 || !src.shape.every((size, d) => size === 1 || size === x.shape[d + more])) throw new Error("sizes");
  const list = each(x, (index) => src.get(...src.shape.map((size, d) => (size === 1 ? 0 : index[d + more]))));
  each(x, (index) => x.set(...index, list.shift()));
}

/** The bytes of x's elements, of the places that the library names; of a place that is none, zeros. */
function bytes(x) {
  const [size, all] = [x.data.BYTES_PER_ELEMENT, new Uint8Array(x.data.buffer)];
  const places = each(x, (index) => x.index(...index) * size);
  return Uint8Array.from(places.flatMap((at) => Array.from({ length: size }, (_, k) => all[at + k])));
}

const FROM_THE_END = "counting from the end";
/** [number or null] -> it, if the library has a way to take it: it says that a negative one "skips that index". */
function forward(number) {
  if (number < 0) throw new sdk.Unsupported("left_out", FROM_THE_END);
  return number;
}

const rank = (x) => x.dimension;
const names = {
  ndarray, TYPES, bytes, forward,
  upTo: (start, end) => (end === null ? null : forward(end) - (start ?? 0)),
  values: (x) => each(x, (index) => x.get(...index)),
  pick: sdk.indexer((x, items) => x.pick(...items), rank, null),
  lo: sdk.indexer((x, items) => x.lo(...items), rank, null),
  hi: sdk.indexer((x, items) => x.hi(...items), rank, null),
  step: sdk.indexer((x, items) => x.step(...items), rank, null),
  fill: (x, value) => each(x, (index) => x.set(...index, value)),
  copy,
};

const adapter = new sdk.Adapter({
  name: "ndarray", version: load("ndarray/package.json").version, observe, names,
  dtypes: Object.fromEntries(Object.keys(TYPES).map((name) => [name, name])),
  facets: ["values", "strides", "alias", "identity", "exact"], forms: ["digest", "data", "signed_zero"], ints: 53,
  make: "ndarray(TYPES[{dtype}].from({values}), {sizes})",
  fromBytes: "ndarray(new TYPES[{dtype}]({data}.buffer), {sizes})",
  clone: "ndarray(x.data.slice(), x.shape, x.stride, x.offset)",
  values: "values(x)",
  bytes: "bytes(x)", left_out: [FROM_THE_END],
  ops: {
    permute: "x.transpose(...{dims})",
    t: "x.transpose(1, 0)",
    select: "pick(x, {dim}, forward({index}))",
    narrow: "hi(lo(x, {dim}, {start}), {dim}, {length})",
    slice: "step(hi(lo(x, {dim}, forward({start})), {dim}, upTo({start}, {end})), {dim}, {step})",
    as_strided: "ndarray(x.data, {size}, {stride}, {storage_offset} ?? x.offset)",
    detach: "ndarray(x.data, x.shape, x.stride, x.offset)",
    new: "{tensor}",
    drop: "x",
    read: "x",
  },
  borrowed: { fill_: "fill(x, {value})", zero_: "fill(x, x.dtype.startsWith('big') ? 0n : 0)", copy_: "copy(x, {src})" },
});
process.exitCode = adapter.main();
