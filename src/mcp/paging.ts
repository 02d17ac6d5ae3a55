/** Pages of lists: a cursor is the place where the next page begins, as a text that clients hand back as it is. */
import { ToolFailure } from '../lib/errors.ts';

const CURSOR = /^from-([1-9]\d{0,8})$/;

/** A page, and the cursor of the next one when there is more. */
export interface ListPage<Item> {
  readonly items: Item[];
  readonly nextCursor?: string;
}

/** At most `size` of `all`, from where `cursor` says. Throws `ToolFailure` for a cursor that names no place in the list. */
export function pageOf<Item>(all: readonly Item[], cursor: string | undefined, size: number): ListPage<Item> {
  const from = cursor === undefined ? 0 : Number(CURSOR.exec(cursor)?.[1] ?? Number.NaN);
  if (!(from < all.length || from === 0)) throw unknownCursor(cursor ?? '');
  const end = from + size;
  return { items: all.slice(from, end), ...(end < all.length && { nextCursor: `from-${end}` }) };
}

/** All of a list that is sent as one page. Throws `ToolFailure` for any cursor. */
export function onlyPage<Item>(all: readonly Item[], cursor: string | undefined): Item[] {
  return pageOf(all, cursor, all.length).items;
}

function unknownCursor(cursor: string): ToolFailure {
  return new ToolFailure({
    errorType: 'validation_error',
    message: `There is no page ${JSON.stringify(cursor.slice(0, 100))} of this list: it ended, has become shorter, or never gave that cursor.`,
    advice: 'List again without a cursor, and hand back each nextCursor as it is.',
    details: { field: 'cursor' },
  });
}
