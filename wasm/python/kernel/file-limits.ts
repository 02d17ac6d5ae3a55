/** What a session may keep in /workspace; the session enforces it, and Python meets it as OSError. */

/** Bytes of one file. */
export const FILE_BYTES = 20 << 20;
/** Bytes of all files of a session. */
export const SESSION_BYTES = 100 << 20;
/** Files and directories. */
export const ENTRY_LIMIT = 10_000;
/** Directories in one another, and characters of a path, that code can make. */
export const DEEPEST = 100;
export const PATH_CHARACTERS = 1000;
/** Bytes of contents in one message between an interpreter and its session; the platform's limit is 32 MB. */
export const MESSAGE_BYTES = 8 << 20;
