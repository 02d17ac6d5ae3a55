/** Objects whose every call is checked. */

/** `object`, of which each method but those named `exempt` calls `check` first, and is not called when that throws. */
export function checkedFirst<Api extends object>(
  object: Api,
  check: () => void,
  exempt: readonly (keyof Api)[] = [],
): Api {
  return new Proxy(object, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      const isExempt = exempt.some((each) => each === name);
      return (...args: unknown[]) => {
        if (!isExempt) check();
        return Reflect.apply(method, target, args);
      };
    },
  });
}
