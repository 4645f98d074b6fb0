// Asks answer.wasm what tools/docs/answers.cc asked the native program: reads that program's lines, and compares each.
//   answers >LINES; node answers.mjs answer.wasm LINES
import {readFileSync} from "node:fs";
import {Asker} from "./page/ask.mjs";

const asker = new Asker(await WebAssembly.compile(readFileSync(process.argv[2])));
let cases = 0, wrong = 0;
for (const line of readFileSync(process.argv[3], "utf8").split("\n")) {
  if (!line) continue;
  const [kind, question, due] = line.split("\t");
  const {text, fault} = await asker.ask(kind === "F", question);
  const answer = fault === undefined ? text : "!" + fault;
  cases += 1;
  if (answer === due) continue;
  wrong += 1;
  if (wrong < 10) console.log("failed:", line, "\nWebAssembly says", answer);
}
console.log(`${cases} cases, ${wrong} differ`);
process.exit(wrong === 0 && cases > 10_000 ? 0 : 1);
