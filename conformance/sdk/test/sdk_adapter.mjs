// Plain arrays on the JavaScript SDK, in several ways: node sdk_adapter.mjs full|bytes|rebind|last|asks [--program].
import * as sdk from "../javascript/viewproof_adapter.mjs";
import { Plain } from "../templates/javascript/plain_array.mjs";

sdk.guardStdout();
const [WAY] = process.argv.splice(2, 1);
console.log("a banner that is no reply");

const TYPES = { bool: Uint8Array, uint8: Uint8Array, int32: Int32Array, int64: BigInt64Array, float32: Float32Array,
  float64: Float64Array, bfloat16: Uint16Array };

const make = (dtype, sizes, values) =>
  new Plain(dtype === "bfloat16" ? sdk.toBfloat16(values) : TYPES[dtype].from(values), dtype, sizes);

function values(x) {
  if (x.dtype === "bool") return x.toList().map(Boolean);
  return x.dtype === "bfloat16" ? sdk.fromBfloat16(x.toList()) : x.toList();
}

/** Its indexing, with a mask on the first dimension. */
function index(x, items) {
  if (!(items[0] instanceof Plain)) return x.index(items);
  const parts = items[0].toList().flatMap((taken, k) => (taken ? [x.index([k])] : []));
  const list = parts.flatMap((part) => part.toList());
  return new Plain(x.data.constructor.from(list), x.dtype, [parts.length, ...x.sizes.slice(1)]);
}

function observe(x) {
  const unit = WAY === "bytes" ? x.data.BYTES_PER_ELEMENT : 1;
  const times = (n) => (typeof n === "bigint" ? n * BigInt(unit) : n * unit);
  return { dtype: x.dtype, sizes: x.sizes, strides: x.strides.map(times), offset: times(x.offset),
    contiguous: x.isContiguous(), storage: WAY === "asks" ? undefined : x.data };
}

/** An array that was written to, in the place of x. */
function rebound(x, write) {
  const copy = x.clone();
  write(copy);
  return copy;
}

const rebinds = WAY === "rebind";
const ways = { bytes: { units: "bytes" }, rebind: { writes: "rebind" }, last: { runChain: (program, x) => program(x) },
  asks: { shares: (x, y) => x.data === y.data } };

const adapter = new sdk.Adapter({
  name: "plain", version: "1", observe, dtypes: Object.fromEntries(Object.keys(TYPES).map((name) => [name, name])),
  facets: sdk.FACETS.filter((facet) => facet !== "identity" || WAY !== "last"), forms: sdk.FORMS,
  names: { Plain, TYPES, make, values, rebound, bytesOf: sdk.bytesOf, at: sdk.indexer(index, (x) => x.sizes.length) },
  make: "make({dtype}, {sizes}, {values})", clone: "x.clone()", values: "values(x)",
  fromBytes: "new Plain(new TYPES[{dtype}]({data}.buffer), {dtype}, {sizes})", bytes: "bytesOf(x.clone().data)",
  kind: (op, error) => error.kind, borrowed: { clone: "x.clone()" },
  ops: {
    permute: "x.permute({dims})",
    expand: "x.expand({size})",
    select: "at(x, {dim}, {index})",
    slice: "at(x, {dim}, {start: {start}, stop: {end}, step: {step}})",
    getitem: "at(x, 0, {index}[0])",
    unbind: "x.split({dim})",
    as_strided: "x.view({size}, {stride}, {storage_offset} ?? x.offset)",
    contiguous: "x.contiguous()",
    is_contiguous: "x.isContiguous()",
    detach: "x.view(x.sizes, x.strides)",
    fill_: rebinds ? "rebound(x, (y) => y.fill({value}))" : "x.fill({value})",
    copy_: rebinds ? "rebound(x, (y) => y.copy({src}))" : "x.copy({src})",
    zero_: "process.abort()",
    new: "{tensor}",
    drop: "x",
    read: "x",
  },
  calls: [
    { name: "copied", operands: ["x T[N, M] any", "y T[M] any"], dtypes: ["float32"], new: (x, y) => y.expand(x.sizes).clone(),
      in_place: (x, y) => x.copy(y), out: (x, y, o) => o.copy(y.expand(x.sizes)) },
    { name: "halves", operands: ["x T[2, N] any"], dtypes: ["float32", "int32"], ulps: 1, may_alias: "they are views",
      new: (x) => x.split(0), out: (x, o1, o2) => [o1, o2].forEach((o, k) => o.copy(x.split(0)[k])) },
    { name: "drained", operands: ["x T[N] any", "y T[N] any"], dtypes: ["float32"], writes: ["y"],
      in_place: (x, y) => [x.copy(y), y.fill(0)] },
  ],
  ...ways[WAY],
});
process.exitCode = adapter.main();
