// Asks answer.wasm what tools/docs/answers.cc asks the native reference: reads that program's lines, and compares each.
//   answers <LINES | node answers.mjs answer.wasm
import {readFileSync} from "node:fs";

const {instance} = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const wasm = instance.exports;
wasm._initialize();

function lists(length, numbers) {
  let all = [[]];
  for (let k = 0; k < length; k++) all = all.flatMap((list) => numbers.map((n) => [...list, n]));
  return all;
}

const targets = [0, 1, 2, 3].flatMap((rank) => lists(rank, [-2n, -1n, 0n, 1n, 2n, 3n, 4n, 6n]));
const MOST = 2n ** 63n - 1n;
const wide = [[2n], [-1n], [MOST], [1n, MOST], [2n, -1n]];

function digest(sizes, strides, offset, asked) {
  let value = 0xcbf29ce484222325n;
  for (const target of asked) {
    const numbers = [BigInt(sizes.length), ...sizes, ...strides, offset, BigInt(target.length), ...target];
    new BigInt64Array(wasm.memory.buffer, wasm.Buffer(), numbers.length).set(numbers);
    const count = wasm.Ask(numbers.length);
    for (const n of new BigInt64Array(wasm.memory.buffer, wasm.Buffer(), count)) {
      value = BigInt.asUintN(64, (value ^ BigInt.asUintN(64, n)) * 0x100000001b3n);
    }
  }
  return value;
}

let cases = 0, wrong = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const [sizes, strides, offset, count, expected] = line.split(" ");
  const list = (text) => text.slice(1, -1).split(",").filter(Boolean).map(BigInt);
  const asked = Number(count) === targets.length ? targets : wide;
  const actual = digest(list(sizes), list(strides), BigInt(offset), asked).toString(16);
  cases += asked.length;
  if (actual !== expected || asked.length !== Number(count)) {
    wrong += 1;
    console.log("failed:", line, "WebAssembly says", actual);
  }
}
console.log(`${cases} cases, ${wrong} tensors differ`);
process.exit(wrong === 0 && cases > 1e6 ? 0 : 1);
