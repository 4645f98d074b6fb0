// @NAME@ as a subject of viewproof: node @NAME@_adapter.mjs. Replace what is marked; docs are in viewproof_adapter.mjs.
//   viewproof check @NAME@.gate.toml
//   viewproof check -- node @NAME@_adapter.mjs        the same without the gate file: every profile
import * as sdk from "./viewproof_adapter.mjs";
import { Plain } from "./plain_array.mjs"; // replace: your library

sdk.guardStdout();

const TYPES = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array, float64: Float64Array }; // replace

// @only full structure compiled
/** [array, list of items] -> what your library's indexing gives; an item is a number or {start, stop, step}. */
const at = sdk.indexer((x, items) => x.index(items), (x) => x.sizes.length); // replace

// @end
/** [array] -> what is seen of it. */
function observe(x) { // replace
// @only full structure
  // storage: any object that is the same for arrays that share memory. Strides in bytes? Declare units: "bytes".
  return { dtype: x.dtype, sizes: x.sizes, strides: x.strides, offset: x.offset, contiguous: x.isContiguous(), storage: x.data };
// @end
// @only values compiled
  return { dtype: x.dtype, sizes: x.sizes };
// @end
}

const adapter = new sdk.Adapter({
  name: "@NAME@", version: "0.1", observe, dtypes: Object.fromEntries(Object.keys(TYPES).map((name) => [name, name])),
// @only full
  facets: sdk.FACETS, forms: sdk.FORMS, kind: (op, error) => error.kind,
// @end
// @only values
  facets: ["values"], views: false, writes: "rebind", // every op gives a new array
// @end
// @only structure
  facets: ["strides", "alias", "identity", "exact"], // no elements
// @end
// @only compiled
  facets: ["values"], runChain: (program, x) => program(x), // replace: (program, x) => jit(program)(x)
// @end
  ints: 53, // integers that are not Numbers are not asked
// @only full structure compiled
  names: { Plain, TYPES, at, bytesOf: sdk.bytesOf },
// @end
// @only values
  names: { Plain, TYPES, bytesOf: sdk.bytesOf },
// @end
// @only structure
  make: "new Plain(new TYPES[{dtype}]({values}.length), {dtype}, {sizes})",
// @end
// @only full values compiled
  make: "new Plain(TYPES[{dtype}].from({values}), {dtype}, {sizes})",
  values: "x.toList()",
  fromBytes: "new Plain(new TYPES[{dtype}]({data}.buffer), {dtype}, {sizes})",
  bytes: "bytesOf(x.clone().data)",
// @end
  clone: "x.clone()",
  ops: { // an expression for each op that your library has: `viewproof list ops` has all and their arguments
// @only full structure compiled
    permute: "x.permute({dims})",
    expand: "x.expand({size})",
    select: "at(x, {dim}, {index})",
    slice: "at(x, {dim}, {start: {start}, stop: {end}, step: {step}})",
    unbind: "x.split({dim})",
    detach: "x.view(x.sizes, x.strides)",
// @end
// @only full structure
    contiguous: "x.contiguous()",
    is_contiguous: "x.isContiguous()",
// @end
// @only full
    drop: "x",
    zero_: "x.fill(0)",
// @end
// @only values
    permute: "x.permute({dims}).clone()",
    expand: "x.expand({size}).clone()",
    unbind: "x.split({dim}).map((part) => part.clone())",
    zero_: "new Plain(new x.data.constructor(x.toList().length), x.dtype, x.sizes)",
// @end
    read: "x",
  },
});

process.exitCode = adapter.main();
