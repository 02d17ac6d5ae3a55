import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import { sharedNames } from './shared-names.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** The names of a file, as `line role kind name`. */
async function names(path: string, text: string): Promise<readonly string[]> {
  const [facts] = await syntax.textRanges([{ path, text }]);
  if (facts === undefined) throw new Error('No facts came.');
  return sharedNames(path, text, facts).map(({ kind, name, method, role, line }) =>
    [line, role, kind, ...(method === undefined ? [] : [method]), name].join(' '),
  );
}

const ENDPOINTS: readonly (readonly [says: string, path: string, text: string, endpoints: readonly string[]])[] = [
  [
    'Flask',
    'app.py',
    `bp = Blueprint("users", __name__, url_prefix="/users")\n@bp.route("/<int:id>", methods=["GET", "POST"])\ndef user(id): ...\n@app.route("/")\ndef home(): ...\n`,
    ['2 GET /users/{}', '2 POST /users/{}', '4 GET /'],
  ],
  [
    'FastAPI',
    'api.py',
    `router = APIRouter(prefix="/v1")\n@router.get("/items/{item_id}")\nasync def item(item_id): ...\n`,
    ['2 GET /v1/items/{}'],
  ],
  [
    'Django',
    'shop/urls.py',
    `urlpatterns = [\n  path("cart/<int:pk>/", views.cart),\n  re_path(r"^old/(?P<n>\\d+)/$", views.old),\n  path("api/", include("api.urls")),\n]\n`,
    ['2 ANY /cart/{}', '3 ANY /old/{}'],
  ],
  [
    'Express with a mounted router',
    'server.ts',
    `const orders = Router();\napp.use('/orders', orders);\norderRouter.get('/x', h);\napp.get('/health', (req, res) => res.end());\n// app.get('/no', h)\n`,
    ['3 GET /x', '4 GET /health'],
  ],
  ['a client', 'client.ts', `axios.get('/users/1', options); client.post("/orders", body);\n`, []],
  [
    'Hono',
    'index.ts',
    `apiRouter.post('/a/:id', c => c.text(''));\napp.route('/api', apiRouter);\n`,
    ['1 POST /api/a/{}'],
  ],
  [
    'NestJS',
    'cats.controller.ts',
    `@Controller('cats')\nexport class CatsController {\n  @Get(':id')\n  one() {}\n  @Post()\n  add() {}\n}\n`,
    ['3 GET /cats/{}', '5 POST /cats'],
  ],
  ['Next.js pages', 'src/pages/api/users/[id].ts', 'export default function handler() {}\n', ['1 ANY /api/users/{}']],
  [
    'Next.js routes',
    'app/(shop)/cart/[id]/route.ts',
    'export async function GET() {}\nexport const POST = () => 1;\n',
    ['1 GET /cart/{}', '2 POST /cart/{}'],
  ],
  [
    'Spring',
    'UserController.java',
    `@RestController\n@RequestMapping("/api/users")\npublic class UserController {\n  @GetMapping("/{id}")\n  User one() { return null; }\n  @PostMapping\n  void add() {}\n}\n`,
    ['4 GET /api/users/{}', '6 POST /api/users'],
  ],
  [
    'Gin',
    'main.go',
    `package main\nfunc main() {\n\tr := gin.Default()\n\tv1 := r.Group("/v1")\n\tv1.GET("/users/:id", getUser)\n\thttp.HandleFunc("POST /jobs", jobs)\n}\n`,
    ['5 GET /v1/users/{}', '6 POST /jobs'],
  ],
  [
    'Rails',
    'config/routes.rb',
    `Rails.application.routes.draw do\n  resources :users\n  get '/about', to: 'pages#about'\nend\n`,
    ['2 ANY /users', '2 ANY /users/{}', '3 GET /about'],
  ],
  [
    'ASP.NET',
    'UsersController.cs',
    `[ApiController]\n[Route("api/[controller]")]\npublic class UsersController {\n  [HttpGet("{id}")]\n  public User One(int id) => null;\n}\n`,
    ['4 GET /api/Users/{}'],
  ],
  [
    'Laravel',
    'routes/api.php',
    `<?php\nRoute::get('/users/{id}', [UserController::class, 'show']);\n`,
    ['2 GET /users/{}'],
  ],
  ['Axum', 'main.rs', `fn app() { Router::new().route("/users/:id", get(user)); }\n`, ['1 GET /users/{}']],
];

it.each(ENDPOINTS)('endpoints of %s', async (_says, path, text, endpoints) => {
  const found = await names(path, text);
  expect(
    found.filter((each) => each.includes(' endpoint ')).map((each) => each.replace(' provides endpoint', '')),
  ).toEqual(endpoints);
});

const STORES: readonly (readonly [path: string, text: string, stores: readonly string[]])[] = [
  [
    'a.py',
    `import os\nurl = os.environ["DB_URL"] or os.getenv('DB_HOST')\n`,
    ['2 uses environment DB_URL', '2 uses environment DB_HOST'],
  ],
  ['a.ts', 'const key = process.env.API_KEY;\n', ['1 uses environment API_KEY']],
  ['a.go', 'package a\nvar k = os.Getenv("API_KEY")\n', ['2 uses environment API_KEY']],
  [
    'q.py',
    `rows = db.execute("""SELECT * FROM users u JOIN orders o ON 1""")\ndb.execute("DELETE FROM logs")\n# db.execute("SELECT 1 FROM gone")\n`,
    ['1 uses table users', '1 uses table orders', '2 provides table logs'],
  ],
  ['text.py', 'hint = "take it from the shelf, join us"\n', []],
  [
    'm.sql',
    'CREATE TABLE IF NOT EXISTS users (id int);\n-- FROM nowhere\nINSERT INTO audit SELECT 1 FROM users;\n',
    ['1 provides table users', '3 provides table audit', '3 uses table users'],
  ],
  [
    'w.ts',
    `await channel.sendToQueue('mail', body);\nawait consumer.subscribe({ topic: 'orders' });\n`,
    ['1 provides queue mail', '2 uses queue orders'],
  ],
];

it.each(STORES)('stores of %s', async (path, text, stores) => expect(await names(path, text)).toEqual(stores));
