/** The state of the path that is being followed: its variables and its heap. */
import type { ObjectId, PlainValue, ScopeId, Value } from '../values/value.ts';
import { Dead } from './dead.ts';
import { type Scope, type State, withObject, withScope } from './state.ts';

/** Holds a state only while a path is being followed: outside of that, whatever asks for it has lost its way. */
export class Memory {
  #state: State | undefined;
  #nextScope: ScopeId = 0;
  #nextObject: ObjectId = 0;

  /** The current state. Throws TypeError where no path is being followed. */
  get state(): State {
    return this.#state ?? lost();
  }

  /** Goes on from a state that the path has come to. */
  continueFrom(state: State): void {
    if (this.#state === undefined) lost();
    this.#state = state;
  }

  /** Ends the path: all that becomes of it was handed over. */
  endPath(): never {
    if (this.#state === undefined) lost();
    throw new Dead();
  }

  /** Puts a state in the place of the current one, which it returns: whoever calls it puts that back. */
  protected exchange(state: State | undefined): State | undefined {
    const before = this.#state;
    this.#state = state;
    return before;
  }

  /** Makes a scope and returns its id. */
  openScope(scope: Scope): ScopeId {
    const id = this.#nextScope++;
    this.storeScope(id, scope);
    return id;
  }

  /** Replaces the variables of a scope. */
  storeScope(id: ScopeId, scope: Scope): void {
    this.#state = withScope(this.state, id, scope);
  }

  /** Makes an object of the heap that holds `content`. */
  allocate(content: Value): ObjectId {
    const object = this.#nextObject++;
    this.store(object, content);
    return object;
  }

  /** Replaces what the heap holds for an object. */
  store(object: ObjectId, content: Value): void {
    this.#state = withObject(this.state, object, content);
  }

  /** What the heap holds for an object. */
  contentOf(object: ObjectId): Value {
    const content = this.state.heap.get(object);
    if (content === undefined) throw new TypeError('an object is not in the heap');
    return content;
  }

  /** Makes a list of these items. */
  makeList(items: readonly Value[]): PlainValue {
    return { kind: 'list', object: this.allocate({ kind: 'tuple', items }) };
  }
}

function lost(): never {
  throw new TypeError('no path is being followed: attempt() begins one');
}
