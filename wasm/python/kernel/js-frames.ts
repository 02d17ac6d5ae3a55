/**
 * Knows whether JavaScript called by the interpreter lies on its stack: such a stack cannot be suspended. Pyodide keeps count of
 * what JavaScript calls by proxies only; its converters (`to_js`) call back into Python by themselves.
 */
export class JsFrames {
  /** Zero whenever a stack is suspended, so stacks that take turns share it. */
  #depth = 0;

  get present(): boolean {
    return this.#depth > 0;
  }

  /** Replaces the JavaScript functions among the imports; what suspends is no function. */
  watch(env: WebAssembly.ModuleImports): void {
    // A function of two names keeps one address, which the heap snapshot holds.
    const watched = new Map<unknown, JavaScriptFunction>();
    for (const [name, imported] of Object.entries(env)) {
      if (!isJavaScript(imported) || SELF_CONTAINED.has(name)) continue;
      const wrapper = watched.get(imported) ?? this.#watched(imported);
      watched.set(imported, wrapper);
      env[name] = wrapper;
    }
  }

  #watched(imported: JavaScriptFunction): JavaScriptFunction {
    const wrapper: JavaScriptFunction = (...args) => {
      this.#depth++;
      try {
        return Reflect.apply(imported, undefined, args);
      } finally {
        this.#depth--;
      }
    };
    return Object.assign(wrapper, imported); // the glue keeps signatures as properties
  }
}

type JavaScriptFunction = (...args: unknown[]) => unknown;

/** Functions that WebAssembly exports are named by their numbers. */
function isJavaScript(value: unknown): value is JavaScriptFunction {
  return typeof value === 'function' && !/^\d+$/.test(value.name);
}

/** What is called so often that it counts, and calls nothing. */
const SELF_CONTAINED: ReadonlySet<string> = new Set([
  '_emscripten_memcpy_js',
  'emscripten_date_now',
  'emscripten_get_now',
]);
