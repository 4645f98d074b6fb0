// Asks answer.wasm (tools/docs/answer_wasm.cc). book.py puts it into the page without its export.
export class Asker {
  constructor(module) {
    this.module = module;
    this.wasm = null;
  }

  // -> {text}: JSON; or {fault}: why there is none. A fault ends the instance: the next question begins another one.
  async ask(isFields, question) {
    if (!this.wasm) {
      const imports = {};  // These print, and nothing here does.
      for (const {module, name} of WebAssembly.Module.imports(this.module)) (imports[module] ||= {})[name] = () => 8;
      this.wasm = (await WebAssembly.instantiate(this.module, imports)).exports;
      this.wasm._initialize();
    }
    const wasm = this.wasm;
    const bytes = new TextEncoder().encode(question);
    const room = wasm.Room(bytes.length);
    new Uint8Array(wasm.memory.buffer, room, bytes.length).set(bytes);
    const said = () => {
      const all = new Uint8Array(wasm.memory.buffer), at = wasm.Answer();
      return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
    };
    try {
      wasm.Ask(isFields);
      return {text: said()};
    } catch {
      this.wasm = null;
      return {fault: said()};
    }
  }
}
