/** git's own HTTP server, `git http-backend`, for tests and benchmarks. */
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server. */
export interface GitHttp {
  /** Without a slash at its end; below it are the repositories of the folder. */
  readonly url: string;
  close(): void;
}

/** Serves the repositories in `folder`. */
export async function serveGit(folder: string): Promise<GitHttp> {
  const backend = `${execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()}/git-http-backend`;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const cgi = spawn(backend, {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(pathname),
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      },
    });
    request.pipe(cgi.stdin);
    let head = Buffer.alloc(0);
    let started = false;
    cgi.stdout.on('data', (chunk: Buffer) => {
      if (started) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      started = true;
      const fields = head.toString('latin1', 0, end).split('\r\n');
      for (const field of fields) {
        const [name = '', value = ''] = field.split(/:\s*/, 2);
        if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
    });
    cgi.on('close', () => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
