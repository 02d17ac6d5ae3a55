/** What a run showed beside text: the images of it that are few and small enough to go into its answer. */
import type { EmscriptenFS } from './glue.ts';
import { FILES_ROOT } from './kept-files.ts';
import type { OutputImage } from './types.ts';

/** Images in an answer, and bytes of each; the others are files only. */
export const MOST_IMAGES = 5;
export const LARGEST_IMAGE = 1 << 20;
/** Notices of a run, and characters of each. */
const MOST_NOTICES = 20;
const LONGEST_NOTICE = 500;

/** How the media types that clients can show begin: an answer with anything else under their name breaks conversations. */
const SIGNATURES: ReadonlyMap<string, readonly number[]> = new Map([
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]);

/** What one run shows at a time. */
export class Displays {
  readonly #files: EmscriptenFS;
  #kept: { readonly path: string; readonly mimeType: string }[] = [];
  #notices: string[] = [];

  constructor(files: EmscriptenFS) {
    this.#files = files;
  }

  begin(): void {
    this.#kept = [];
    this.#notices = [];
  }

  /** A file below /workspace shows something. Images are read when the run has ended. */
  keep(path: string, mimeType: string): void {
    if (SIGNATURES.has(mimeType)) this.#kept.push({ path, mimeType });
  }

  notice(text: string): void {
    if (this.#notices.length < MOST_NOTICES) this.#notices.push(text.slice(0, LONGEST_NOTICE));
  }

  finish(): { readonly images: readonly OutputImage[]; readonly notices: readonly string[] } {
    const images: OutputImage[] = [];
    for (const { path, mimeType } of this.#kept) {
      const problem = images.length < MOST_IMAGES ? this.#add(path, mimeType, images) : TOO_MANY;
      if (problem !== undefined) this.notice(`${path} is kept as a file only: ${problem}.`);
    }
    const notices = this.#notices;
    this.begin();
    return { images, notices };
  }

  /** Returns what speaks against it. */
  #add(path: string, mimeType: string, images: OutputImage[]): string | undefined {
    const file = `${FILES_ROOT}/${path}`;
    if (!this.#files.analyzePath(file).exists || !this.#files.isFile(this.#files.lstat(file).mode)) {
      return 'the run removed it again';
    }
    const { size } = this.#files.lstat(file);
    if (size > LARGEST_IMAGE) return `it has ${size} bytes, and an answer carries images to ${LARGEST_IMAGE}`;
    const data = this.#files.readFile(file).slice();
    if (!SIGNATURES.get(mimeType)?.every((byte, at) => data[at] === byte)) return `its bytes are no ${mimeType}`;
    images.push({ path, mimeType, data });
    return undefined;
  }
}

const TOO_MANY = `an answer carries ${MOST_IMAGES} images`;
