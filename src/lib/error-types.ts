/**
 * Every type of error that a caller can meet, in one table. Names are those of the tools' contracts: the Python and symbolic tools promise
 * names of Python's exceptions, the workspace tools names in capitals, conversations and MCP's own refusals names in small letters.
 */
import { RPC, type RpcCode } from './rpc-codes.ts';

/** What is the same for every error of a type. */
export interface ErrorKind {
  /** Whose contract the name is of. */
  readonly family: 'python' | 'workspace' | 'protocol';
  /** Status of an HTTP answer. */
  readonly httpStatus: number;
  /** Code of a JSON-RPC error. */
  readonly rpcCode: RpcCode;
  /** Whether the same call may succeed when it is made again as it is. */
  readonly retryable: boolean;
  /** One sentence for readers of the documentation. */
  readonly meaning: string;
}

const { invalidParams, serverError } = RPC;

function python(httpStatus: number, rpcCode: RpcCode, meaning: string, retryable = false): ErrorKind {
  return { family: 'python', httpStatus, rpcCode, retryable, meaning };
}

function workspace(httpStatus: number, rpcCode: RpcCode, meaning: string): ErrorKind {
  return { family: 'workspace', httpStatus, rpcCode, retryable: false, meaning };
}

function protocol(httpStatus: number, rpcCode: RpcCode, meaning: string): ErrorKind {
  return { family: 'protocol', httpStatus, rpcCode, retryable: false, meaning };
}

/** The table. */
export const ERROR_TYPES = {
  ValueError: python(400, invalidParams, 'An argument, or the code in it, has a value that cannot be used.'),
  SyntaxError: python(400, invalidParams, 'The Python code or a contract in it does not parse.'),
  UnsupportedConstruct: python(400, invalidParams, 'The code uses Python that cannot be analyzed.'),
  ImportError: python(400, invalidParams, 'Importing the code raised an exception, which the message names.'),
  ModuleNotFoundError: python(400, invalidParams, 'The code imports a module that is not installed.'),
  TimeoutError: python(400, serverError, 'Importing the code took more steps or memory than it may.'),
  LookupError: python(400, invalidParams, 'The encoding that was asked for does not exist.'),
  UnicodeEncodeError: python(400, invalidParams, 'The text has characters that the encoding does not.'),
  FileNotFoundError: python(404, serverError, 'The session has no such file.'),
  IsADirectoryError: python(400, serverError, 'A directory is where a file is meant.'),
  NotADirectoryError: python(400, serverError, 'A file is where a directory is meant.'),
  OSError: python(413, serverError, 'The session has no room for the file, or cannot change it.'),
  SessionError: python(404, serverError, 'There is no session of that name, or there cannot be one.'),
  CheckpointError: python(409, serverError, 'The checkpoint does not exist or could not be taken.'),
  RuntimeError: python(503, serverError, 'The instance that worked on the call was lost; nothing else was.', true),

  INVALID_INPUT: workspace(400, invalidParams, 'An argument has a value that cannot be used.'),
  FILE_NOT_FOUND: workspace(404, serverError, 'The commit has no such file.'),
  SYMBOL_NOT_FOUND: workspace(404, serverError, 'The index has no such symbol.'),
  WORKSPACE_NOT_FOUND: workspace(404, serverError, 'There is no workspace of that name.'),
  SESSION_NOT_FOUND: workspace(404, serverError, 'There is no review of that id, or it has expired.'),
  HOST_UNREACHABLE: { ...workspace(502, serverError, 'A host elsewhere cannot be reached.'), retryable: true },
  PLAN_NOT_FOUND: workspace(404, serverError, 'There is no plan of that id.'),
  EXECUTION_FAILED: workspace(409, serverError, 'A step of a plan could not be executed.'),
  CONFLICT: workspace(
    409,
    serverError,
    'A branch, or a plan and its steps, are not in the state that was expected; or it was deleted meanwhile.',
  ),

  parse_error: protocol(400, RPC.parseError, 'The message is not JSON.'),
  invalid_request: protocol(400, RPC.invalidRequest, 'The message is not JSON-RPC 2.0, or the handshake is wrong.'),
  validation_error: protocol(400, invalidParams, 'The arguments, the query or the body are not what is documented.'),
  unknown_tool: protocol(404, invalidParams, 'There is no tool of that name.'),
  unknown_toolset: protocol(404, invalidParams, 'The URL names a toolset that does not exist.'),
  session_not_found: protocol(404, RPC.sessionNotFound, 'The MCP session has ended, or belongs to another user.'),
  session_error: protocol(404, serverError, 'There is no conversation of that id, or it takes no further turn.'),
  not_found: protocol(404, serverError, 'Nothing answers at this path.'),
  method_not_allowed: protocol(405, serverError, 'The path does not take this method.'),
  body_too_large: protocol(413, serverError, 'The body or message has more bytes than are taken.'),
  unsupported_media_type: protocol(415, serverError, 'The body is not of the content type or encoding that is taken.'),
  upgrade_required: protocol(426, serverError, 'The path speaks WebSocket only.'),
  too_many_connections: protocol(429, serverError, 'The user has as many connections open as are allowed.'),
  authentication_error: protocol(401, serverError, 'The API key is missing, malformed or unknown.'),
  insufficient_scope: protocol(403, serverError, 'The key has not the scope that the call needs.'),
  too_many_calls: { ...protocol(429, serverError, 'The user makes more calls than a user may.'), retryable: true },
  too_many_attempts: {
    ...protocol(429, serverError, 'The address has sent too much that the server does not know.'),
    retryable: true,
  },
  day_spent: { ...protocol(429, serverError, 'The user has used all that a user may use in a day.'), retryable: true },
  refused_call: protocol(409, serverError, 'An engine hung twice while this very call ran.'),
  forbidden: protocol(403, serverError, 'The request is understood and not served.'),
  forbidden_host: protocol(403, serverError, 'The host, or the page that asks, is not one of this server.'),
  not_configured: protocol(503, serverError, 'Whoever runs the server has not configured it yet.'),
  newer_state: protocol(503, serverError, 'What is stored was written by a newer version of the server.'),
  damaged_state: protocol(500, serverError, 'What is stored cannot be read any more; deleting it begins anew.'),
  storage_full: protocol(507, serverError, 'There is no more room to store this.'),
  internal_error: protocol(500, RPC.internalError, 'The server failed in a way it should not; the log has the cause.'),
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** The name of a type of error. */
export type ErrorType = keyof typeof ERROR_TYPES;

/** All names, in the order of the table. */
export const ERROR_NAMES = Object.keys(ERROR_TYPES).filter(isErrorType);

/** Whether `name` is one of the table. */
export function isErrorType(name: unknown): name is ErrorType {
  return typeof name === 'string' && Object.hasOwn(ERROR_TYPES, name);
}

/** What the table says of a type. */
export function kindOf(type: ErrorType): ErrorKind {
  return ERROR_TYPES[type];
}
