/** `cross_system_impact` through MCP: who is hit in the same workspace, and in others by the names that systems share. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from '../workspace/workspace-tools.ts';

const server = sharedServer();
let base: URL;

const USERS = `import os
from flask import Blueprint

bp = Blueprint("users", __name__, url_prefix="/users")
LIMIT = os.environ["USER_LIMIT"]

def load(db, user_id):
    return db.execute("SELECT name FROM accounts WHERE id = ?", (user_id,))

@bp.route("/<int:user_id>", methods=["GET"])
def show(user_id):
    return load(None, user_id)
`;
const REPORT = `from users import load

def report(db, ids):
    return [load(db, each) for each in ids]

def print_report(db):
    print(report(db, [1]))
`;
const TESTS = `from users import load

def test_load():
    assert load(None, 1)
`;
const CLIENT = `export async function userName(id: number): Promise<string> {
  const response = await fetch(\`/users/\${id}\`);
  return response.json();
}
export const limit = process.env.USER_LIMIT;
`;
const SPRING = `@RestController
@RequestMapping("/users")
class UserController {
  @GetMapping("/{id}")
  String user(@PathVariable int id) {
    return jdbc.queryForObject("SELECT name FROM accounts WHERE id = ?", String.class, id);
  }
}
`;

beforeAll(async () => {
  base = (await server.listen()).url;
  const put = (token: string, workspace: string, files: Readonly<Record<string, string>>) =>
    callAs(base, token, 'put_files', texts(files, { workspace }));
  await put('impact', 'users', {
    'users.py': USERS,
    'report.py': REPORT,
    'tests/test_users.py': TESTS,
    'a.txt': 'text\n',
  });
  await put('impact', 'web', { 'src/client.ts': CLIENT, 'src/other.ts': 'export const other = 1;\n' });
  await put('impact', 'billing', { 'UserController.java': SPRING });
  await put('impact-other', 'web', { 'secret.ts': CLIENT });
});

const impactOf = (more: Facts = {}, scope: Facts = {}, token = 'impact') =>
  callAs(base, token, 'cross_system_impact', {
    workspace: 'users',
    change_scope: { files: ['users.py'], ...scope },
    ...more,
  });

interface Hit {
  readonly type: string;
  readonly workspace: string;
  readonly file: string;
  readonly line: number;
  readonly certainty: string;
}
const hits = ({ impacts }: Facts) => impacts as readonly Hit[];

describe('cross_system_impact', () => {
  it('finds callers, loops and tests by the graph of symbols', async () => {
    const answer = await impactOf({}, { service_names: [] });
    expect(hits(answer)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file: 'report.py', line: 4, type: 'performance', certainty: 'resolved' }),
        expect.objectContaining({ file: 'report.py', line: 7, distance: 2 }),
        expect.objectContaining({ file: 'tests/test_users.py', test: true }),
      ]),
    );
    expect(answer).toMatchObject({ tests: ['tests/test_users.py'] });
    expect(hits(answer).every(({ workspace }) => workspace === 'users')).toBe(true);
    const near = await impactOf({ analysis_depth: 1, impact_types: ['breaking'] }, { service_names: [] });
    expect(hits(near).every(({ type }) => type === 'breaking')).toBe(true);
    expect(hits(near).some(({ line, file }) => file === 'report.py' && line === 7)).toBe(false);
  });

  it('finds in all workspaces of the user, and in no other, who shares a name', async () => {
    const answer = await impactOf();
    expect(hits(answer)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ workspace: 'web', file: 'src/client.ts', line: 2, certainty: 'path' }),
        expect.objectContaining({ workspace: 'web', file: 'src/client.ts', line: 5, certainty: 'name' }),
        expect.objectContaining({ workspace: 'billing', file: 'UserController.java', line: 6, certainty: 'name' }),
      ]),
    );
    expect(JSON.stringify(answer)).not.toContain('secret.ts');
    const commits = answer['commits'] as readonly Facts[];
    expect(commits.map(({ workspace }) => workspace)).toEqual(expect.arrayContaining(['billing', 'users', 'web']));
    const some = await impactOf({}, { service_names: ['billing', 'nowhere'] });
    expect(hits(some).some(({ workspace }) => workspace === 'web')).toBe(false);
    expect(some['not_seen']).toContainEqual(expect.stringContaining('nowhere: you have no workspace'));
    const again = await impactOf();
    expect(again['analysis_id']).toBe(answer['analysis_id']);
  });

  it('looks for endpoints that are given', async () => {
    const answer = await impactOf(
      { workspace: 'web' },
      { files: ['src/other.ts'], api_endpoints: ['GET /users/{id}'] },
    );
    expect(hits(answer)).toContainEqual(expect.objectContaining({ workspace: 'web', file: 'src/client.ts', line: 2 }));
  });

  it.each([
    ['no such file', {}, { files: ['gone.py'] }, /gone\.py/],
    ['no file', {}, { files: [] }, /files/],
    ['no workspace of that name', {}, { service_names: ['nowhere'] }, /nowhere/],
    ['a depth of nine', { analysis_depth: 9 }, {}, /analysis_depth/],
    ['a kind that there is none of', { impact_types: ['cosmic'] }, {}, /impact_types/],
  ])('says what is wrong: %s', async (_, more, scope, why) => {
    const failure = await impactOf(more, scope);
    expect(failure).not.toHaveProperty('impacts');
    expect(JSON.stringify(failure)).toMatch(why);
  });

  it('says what it could not see', async () => {
    const { not_seen } = await impactOf({}, { files: ['a.txt'], service_names: [] });
    expect(not_seen).toContainEqual(expect.stringContaining('a.txt'));
  });
});
